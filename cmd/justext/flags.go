package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// options is a command line.
type options struct {
	files []string // at least one; "-" is standard input
	given []string // names of the flags that were given

	methods    []method
	method     method
	formatName string // of -format, "" for the default
	format     format // the same when it has been prepared
	fieldList  string // of -fields
	fields     fieldSet
	reading    reading
	rendering  rendering

	output  string      // of -o; "" and "-" are standard output
	written os.FileInfo // the regular file that the run writes, or nil
	folder  string      // of -d
	force   bool
	resume  bool
	quiet   bool

	finished map[string]bool // with -resume: the pages that are in the output
	resumeAt int64           // and its size as far as its lines are whole

	listStopLists bool
	version       bool
}

func newOptions() *options {
	methods := newMethods()
	return &options{methods: methods, method: methods[0]}
}

// parse reads the command line. The error is flag.ErrHelp where help is asked
// for.
func parse(args []string) (*options, error) {
	o := newOptions()
	flags := o.flagSet()
	given, files := split(flags, args)
	if err := flags.Parse(given); err != nil {
		if strings.HasPrefix(err.Error(), "flag provided but not defined") {
			err = fmt.Errorf("%w; justext -h lists the flags", err)
		}
		return nil, err
	}
	flags.Visit(func(f *flag.Flag) { o.given = append(o.given, f.Name) })
	if o.files = files; len(files) == 0 {
		o.files = []string{"-"}
	}
	return o, o.checkFiles()
}

// split parts flags, with their values, from files, so that flags may come
// after files.
func split(flags *flag.FlagSet, args []string) (given, files []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return given, append(files, args[i+1:]...)
		case len(arg) < 2 || arg[0] != '-':
			files = append(files, arg)
		case takesNext(flags, arg) && i+1 < len(args):
			i++
			given = append(given, arg, args[i])
		default:
			given = append(given, arg)
		}
	}
	return given, files
}

// takesNext reports whether the next argument is the value of this flag.
func takesNext(flags *flag.FlagSet, arg string) bool {
	f := flags.Lookup(strings.TrimPrefix(arg[1:], "-"))
	if f == nil {
		return false // it has its value with it, or is an error
	}
	isBool, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !isBool.IsBoolFlag()
}

func newFlagSet() *flag.FlagSet {
	flags := flag.NewFlagSet("justext", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// flagSet defines the flags, those of all methods too. help describes them.
func (o *options) flagSet() *flag.FlagSet {
	flags := newFlagSet()
	flags.Func("algo", "", o.setMethods)
	flags.StringVar(&o.formatName, "format", "", "")
	flags.StringVar(&o.fieldList, "fields", "", "")
	flags.StringVar(&o.output, "o", "", "")
	flags.StringVar(&o.folder, "d", "", "")
	flags.BoolVar(&o.force, "f", false, "")
	flags.BoolVar(&o.resume, "resume", false, "")
	flags.BoolVar(&o.quiet, "quiet", false, "")
	flags.BoolVar(&o.listStopLists, "list-stoplists", false, "")
	flags.BoolVar(&o.version, "V", false, "")
	flags.BoolVar(&o.version, "version", false, "")
	o.reading.define(flags)
	o.rendering.define(flags)
	for _, m := range o.methods {
		m.define(flags)
	}
	return flags
}

func wholeNumber(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return 0, errors.New("expected a whole number that is not negative")
	}
	return n, nil
}
