package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/victor/langid"
)

// shippedLanguages are the languages of the profiles that come with package langid.
const shippedLanguages = "ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka ko lt lv mk ms nb nl pl pt ro ru" +
	" sk sl sq sr sv ta th tr uk ur vi zh"

// shippedTrigrams is the most trigrams of a profile that comes with package langid.
const shippedTrigrams = 1500

// langidOptions are the flags of langid.
type langidOptions struct {
	words, output, profiles, keep string
	text                          bool
	languages                     []string
	trigrams                      int
	filter                        langid.Filter
	files                         []string
}

func parseLangid(args []string) (*langidOptions, error) {
	o := &langidOptions{filter: langid.NewFilter(nil)}
	flags := newFlags("langid", "FILE...")
	flags.StringVar(&o.words, "words", "", "build profiles from the frequency tables TAG.tsv.gz in this `folder`")
	flags.BoolVar(&o.text, "text", false, "build profiles from the arguments, which are files TAG.txt")
	languages := flags.String("languages", shippedLanguages, "with -words, the `tags` of the languages, separated by spaces")
	flags.IntVar(&o.trigrams, "trigrams", shippedTrigrams, "keep the `n` most frequent trigrams of each profile; 0 keeps all")
	flags.StringVar(&o.output, "o", "", "write the profiles to this `file`")
	flags.StringVar(&o.profiles, "profiles", "", "use the profiles in this `file` (default: those that come with package langid)")
	flags.StringVar(&o.keep, "keep", "", "list only the files in the language with this `tag`")
	flags.Float64Var(&o.filter.MaxDistance, "max", o.filter.MaxDistance, "with -keep, the largest distance, from 0 to 1")
	flags.Float64Var(&o.filter.MaxForeign, "max-foreign", o.filter.MaxForeign, "with -keep, the largest share of foreign words, from 0 to 1")
	flags.Float64Var(&o.filter.MaxBroken, "max-broken", o.filter.MaxBroken, "with -keep, the largest share of broken characters, from 0 to 1")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	o.languages, o.files = strings.Fields(*languages), flags.Args()
	return o, o.check(flags)
}

func (o *langidOptions) check(flags *flag.FlagSet) error {
	if o.keep == "" {
		var needsKeep error
		flags.Visit(func(f *flag.Flag) {
			if strings.HasPrefix(f.Name, "max") {
				needsKeep = fmt.Errorf("-%s needs -keep", f.Name)
			}
		})
		if needsKeep != nil {
			return needsKeep
		}
	}
	switch {
	case o.words == "" && len(o.files) == 0:
		return errNoFile
	case (o.words != "" || o.text) && o.output == "":
		return errors.New("-words and -text need -o, the file to write")
	case !isShare(o.filter.MaxDistance) || !isShare(o.filter.MaxForeign) || !isShare(o.filter.MaxBroken):
		return errors.New("-max, -max-foreign and -max-broken: want 0 to 1")
	}
	return nil
}

// langidCommand builds profiles of languages, or tells which language files are in.
func langidCommand(args []string, out io.Writer) error {
	o, err := parseLangid(args)
	if err != nil {
		return err
	}
	switch {
	case o.words != "":
		return buildProfiles(o.output, o.languages, func(b *langid.Builder, tag string) (string, error) {
			return tag, addTable(b, filepath.Join(o.words, tag+".tsv.gz"))
		}, o.trigrams)
	case o.text:
		return buildProfiles(o.output, o.files, func(b *langid.Builder, name string) (string, error) {
			content, err := os.ReadFile(name)
			b.AddText(string(content))
			return strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), err
		}, o.trigrams)
	}
	known, err := readProfiles(o.profiles)
	if err != nil {
		return err
	}
	if o.keep != "" {
		return keepFiles(o.files, o.keep, known, o.filter, out)
	}
	return identify(o.files, known, out)
}

// readProfiles reads profiles from a file. Without a name it returns those that
// come with package langid.
func readProfiles(name string) ([]*langid.Profile, error) {
	if name == "" {
		return langid.Profiles(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	profiles, err := langid.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return profiles, nil
}

// keepFiles prints the names of the files whose text a filter keeps.
func keepFiles(files []string, tag string, known []*langid.Profile, filter langid.Filter, out io.Writer) error {
	i := slices.IndexFunc(known, func(p *langid.Profile) bool { return p.Tag == tag })
	if i < 0 {
		return fmt.Errorf("-keep %s: there is no profile of this language", tag)
	}
	filter.Profile = known[i]
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if filter.Keep(string(content)) {
			fmt.Fprintln(out, name)
		}
	}
	return nil
}

// buildProfiles builds a profile of each source and writes all of them to a file.
func buildProfiles(output string, sources []string, add func(*langid.Builder, string) (tag string, err error), trigrams int) error {
	var all []*langid.Profile
	for _, source := range sources {
		var b langid.Builder
		tag, err := add(&b, source)
		if err != nil {
			return err
		}
		all = append(all, b.Profile(tag, trigrams))
	}
	return writeFile(output, func(w io.Writer) error { return langid.Write(w, all) })
}

// addTable adds the words of a frequency table, which has a word, a tab and its
// frequency on each line.
func addTable(b *langid.Builder, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	lines := bufio.NewScanner(unzipped)
	for lines.Scan() {
		word, number, _ := strings.Cut(lines.Text(), "\t")
		frequency, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return fmt.Errorf("%s: %q: %w", name, lines.Text(), err)
		}
		b.AddWord(word, frequency)
	}
	return lines.Err()
}

// identify prints a line for each text file: the nearest language and its distance,
// the share of words that are foreign to that language, and the share of broken
// characters.
func identify(files []string, known []*langid.Profile, out io.Writer) error {
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := string(content)
		nearest, distance := langid.Nearest(text, known)
		if nearest == nil {
			return errors.New("there are no profiles")
		}
		fmt.Fprintf(out, "%s\t%s\t%.3f\t%.3f\t%.3f\n", name, nearest.Tag, distance, nearest.Foreign(text), langid.Broken(text))
	}
	return nil
}

// writeFile creates or overwrites a file.
func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
