// Package view tells how each cleaning method sees a page: the class of every block
// after each stage, why it has that class, and the figures that were compared with
// thresholds. It also makes a copy of the page in which nothing runs or loads, with
// its blocks marked.
//
// A Store holds pages and answers requests about them. Its answers are plain values
// that go to a browser as JSON; package serve sends them over HTTP, and the command
// in serve/wasm calls the Store within the browser.
package view
