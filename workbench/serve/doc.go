// Package serve is the workbench in the browser: a page that shows web pages as the
// cleaning methods see them, on which they can be compared, changed and labelled.
//
// A Server is an http.Handler. It is meant for one user on one machine: it answers
// only requests that have its token in their address, come to one of its own hosts and
// do not come from a page of another origin.
package serve
