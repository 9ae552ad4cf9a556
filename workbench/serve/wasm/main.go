//go:build js && wasm

// Wasm is the workbench without a server: it answers the requests of the page within
// the browser. "workbench site" compiles it.
package main

import (
	"encoding/json"
	"errors"
	"strings"
	"syscall/js"

	"github.com/seed42075109/justext/stoplists"
	"github.com/seed42075109/justext/workbench/serve/view"
)

func main() {
	store, err := view.NewStore()
	if err != nil {
		js.Global().Get("console").Call("error", err.Error())
		return
	}
	lists := make(map[string]*stoplists.List)
	store.Lists = func(tag string) (*stoplists.List, error) {
		if list := lists[tag]; list != nil {
			return list, nil
		}
		return nil, &view.MissingList{Tag: tag}
	}
	// Each function returns a string, or an object {error, list}, where list is the
	// tag of a stop list that is to be added first.
	functions := map[string]any{
		"call": function(func(args []js.Value) (any, error) {
			content, err := store.Call(args[0].String(), []byte(args[1].String()))
			return string(content), err
		}),
		"frame": function(func(args []js.Value) (any, error) {
			var r view.Request
			if err := json.Unmarshal([]byte(args[0].String()), &r); err != nil {
				return nil, err
			}
			content, err := store.Frame(&r)
			return string(content), err
		}),
		"paste": function(func(args []js.Value) (any, error) {
			source := make([]byte, args[1].Get("length").Int())
			js.CopyBytesToGo(source, args[1])
			content, err := json.Marshal(store.PasteTyped(args[0].String(), source, args[2].String()))
			return string(content), err
		}),
	}
	functions["addList"] = function(func(args []js.Value) (any, error) {
		list, err := stoplists.Parse(strings.NewReader(args[1].String()))
		if err == nil {
			lists[args[0].String()] = list
		}
		return nil, err
	})
	js.Global().Set("workbench", js.ValueOf(functions))
	js.Global().Call("dispatchEvent", js.Global().Get("Event").New("workbench"))
	select {} // the functions stay callable
}

// function makes a function of the browser.
func function(f func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		value, err := f(args)
		var missing *view.MissingList
		switch {
		case errors.As(err, &missing):
			return map[string]any{"error": err.Error(), "list": missing.Tag}
		case err != nil:
			return map[string]any{"error": err.Error()}
		}
		return value
	})
}
