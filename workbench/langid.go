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

// shippedLanguages are those of the profiles in victor/langid.
const shippedLanguages = "ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka ko lt lv mk ms nb nl pl pt ro ru" +
	" sk sl sq sr sv ta th tr uk ur vi zh"

// shippedTrigrams is how many trigrams a shipped profile has at most.
const shippedTrigrams = 1500

// langidCommand builds profiles, or says of files in what language they are.
func langidCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("langid", flag.ContinueOnError)
	words := flags.String("words", "", "build profiles from this `folder` of frequency tables TAG.tsv.gz")
	text := flags.Bool("text", false, "build profiles from the files TAG.txt of the command line")
	languages := flags.String("languages", shippedLanguages, "the `tags` to build with -words")
	trigrams := flags.Int("trigrams", shippedTrigrams, "keep the `n` most frequent trigrams, 0: all")
	output := flags.String("o", "", "write the profiles to this `file`")
	profiles := flags.String("profiles", "", "use the profiles of this `file`, not the shipped ones")
	keep := flags.String("keep", "", "list the files that are in the language of this `tag`, and drop the others")
	filter := langid.NewFilter(nil)
	flags.Float64Var(&filter.MaxDistance, "max", filter.MaxDistance, "with -keep, the largest distance, from 0 to 1")
	flags.Float64Var(&filter.MaxForeign, "max-foreign", filter.MaxForeign, "with -keep, the largest share of foreign words")
	flags.Float64Var(&filter.MaxBroken, "max-broken", filter.MaxBroken, "with -keep, the largest share of broken characters")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *keep == "" {
		var without string
		flags.Visit(func(f *flag.Flag) {
			if strings.HasPrefix(f.Name, "max") {
				without = f.Name
			}
		})
		if without != "" {
			return fmt.Errorf("-%s is for -keep only", without)
		}
	}
	switch {
	case *words == "" && flags.NArg() == 0:
		return errNoFile
	case (*words != "" || *text) && *output == "":
		return errors.New("-o: name the file that the profiles are written to")
	case *words != "":
		return buildProfiles(*output, strings.Fields(*languages), func(b *langid.Builder, tag string) (string, error) {
			return tag, addTable(b, filepath.Join(*words, tag+".tsv.gz"))
		}, *trigrams)
	case *text:
		return buildProfiles(*output, flags.Args(), func(b *langid.Builder, name string) (string, error) {
			content, err := os.ReadFile(name)
			b.AddText(string(content))
			return strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), err
		}, *trigrams)
	}
	known, err := readProfiles(*profiles)
	if err != nil {
		return err
	}
	if *keep != "" {
		return keepFiles(flags.Args(), *keep, known, filter, out)
	}
	return identify(flags.Args(), known, out)
}

// readProfiles reads a file of profiles, or returns the shipped ones where it has
// no name.
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

// keepFiles lists the files whose text a filter keeps.
func keepFiles(files []string, tag string, known []*langid.Profile, filter langid.Filter, out io.Writer) error {
	if !isShare(filter.MaxDistance) || !isShare(filter.MaxForeign) || !isShare(filter.MaxBroken) {
		return errors.New("-max, -max-foreign and -max-broken go from 0 to 1")
	}
	i := slices.IndexFunc(known, func(p *langid.Profile) bool { return p.Tag == tag })
	if i < 0 {
		return fmt.Errorf("-keep %s: no profile of this language", tag)
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

// buildProfiles builds a profile of each source and writes them to a file.
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

// addTable adds the words of a frequency table.
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

// identify prints for each text file the nearest language and its distance, the
// share of its words that are foreign to it, and that of broken characters.
func identify(files []string, known []*langid.Profile, out io.Writer) error {
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := string(content)
		nearest, distance := langid.Nearest(text, known)
		if nearest == nil {
			return fmt.Errorf("langid: no profiles")
		}
		fmt.Fprintf(out, "%s\t%s\t%.3f\t%.3f\t%.3f\n", name, nearest.Tag, distance, nearest.Foreign(text), langid.Broken(text))
	}
	return nil
}

// writeFile writes a file.
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
