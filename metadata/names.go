package metadata

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
)

// byWords are the words before the name of an author, in lower case. The longer
// of two with the same beginning comes first.
var byWords = []string{
	"written and illustrated by", "written by", "posted by", "published by", "story by", "words by", "text by", "reported by", "article by", "report by",
	"started by", "started", "submitted by", "created by", "recipe by", "authored by", "blog entry by", "contributed by", "by",
	"geschrieben von", "rezept von", "zum profil von", "veröffentlicht von", "verfasst von", "erstellt von", "gespeichert von", "ein artikel von", "ein beitrag von", "beitrag von", "artikel von",
	"text von", "eine analyse von", "ein kommentar von", "ein interview von", "eine reportage von", "interview von", "kommentar von", "von",
	"écrit par", "publié par", "rédigé par", "propos recueillis par", "par", "escrito por", "publicado por", "redactado por", "por",
	"scritto da", "pubblicato da", "articolo di", "a cura di", "di", "geschreven door", "door", "skrevet av", "skrevet af", "av", "af", "napisał", "autorem jest",
	"authors", "author", "autoren", "autorin", "autor", "auteurs", "auteur", "autore", "autores", "autora", "tekst", "texte", "text", "автор", "yazar", "yazan", "penulis", "oleh", "reporter",
}

// otherRoles are the words before the name of someone who is not the author.
var otherRoles = []string{
	"edited by", "reviewed by", "medically reviewed", "fact checked", "fact-checked", "photo", "foto", "image", "illustration", "bild", "video", "translated by",
	"updated by", "photography", "view all posts", "more from", "follow", "copyright", "©", "presented by", "sponsored by", "powered by", "in partnership",
	"source", "quelle", "redaktion:", "approved by", "expert reviewed", "commented by", "last post",
}

// andWords join two names.
var andWords = []string{" and ", " und ", " et ", " y ", " e ", " & ", " og ", " och ", " en ", " i ", " ja ", " и ", " і ", " та ", " ve ", " und ", " a ", " és ", " și ", " with ", " mit ", " dan ", " 및 ", " và "}

// particles are the words of names that are written in lower case.
const particles = "de van von der den di da do dos das del della la le du des el al bin ibn ben y e zu zum zur ter ten af av und and of op"

// roleWords begin what is said of a person after the name.
var roleWords = wordSet(`editor editors writer writers columnist reporter reporters correspondent journalist contributor contributors senior staff chief director
	head ceo cto cfo coo founder cofounder co-founder former redakteur redakteurin redaktion redaktør journalistin reporterin korrespondent korrespondentin autorin manager president professor
	specialist analyst consultant expert strategist producer author freelance freelancer associate assistant managing executive vp lead
	volontär volontärin ressortleiter chefredakteur chefredakteurin rédacteur rédactrice redactor redactora periodista giornalista redattore muhabir wartawan 기자 特派員 記者 记者
	guest special content digital marketing deputy news sports political technology über profile bio follow view posts contributing`)

// nobody are texts that stand where a name should.
var nobody = wordSet(`admin administrator editor editors staff guest anonymous unknown webmaster user root author authors autor contributor follow null none false true share comments
	redaktion redacción redacao redação rédaction redazione redactie redaktionen toimitus newsroom wordpress superuser support info contact advertisement sponsored home news blog about login
	subscribe menu search facebook twitter youtube instagram linkedin email print comment reply published updated posted veröffentlicht undefined name profile register logout signin sign up log in more read full bio share today yesterday moderator member`)

// organizationWords are parts of names that no person has.
var organizationWords = wordSet(`team staff news editors editorial redaktion desk agency inc ltd llc gmbh ag magazine magazin press media group company corp corporation association institute university
	college foundation society clinic hospital center centre council department office ministry bank network radio tv television times post journal daily weekly online editor admin reporters
	services solutions agence agentur presse agencia agenzia the contributors community support wire bureau board committee club party union commission blog today`)

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// byFirst has byWords by their first bytes.
var byFirst = func() (table [256][]string) {
	for _, by := range byWords {
		table[by[0]] = append(table[by[0]], by)
	}
	return table
}()

// cutBy cuts the words off that stand before a name. The name begins a word of
// its own, or with a capital letter right after them, as where markup was.
func cutBy(text string) (rest string, ok bool) {
	if text == "" {
		return text, false
	}
	candidates := byFirst[ascii.Lower(text[0])]
	if text[0] >= utf8.RuneSelf {
		first, _ := utf8.DecodeRuneInString(text)
		candidates = byFirst[string(unicode.ToLower(first))[0]]
	}
	for _, by := range candidates {
		if len(text) < len(by) || !strings.EqualFold(text[:len(by)], by) {
			continue
		}
		rest := text[len(by):]
		next, _ := utf8.DecodeRuneInString(rest)
		last := text[len(by)-1]
		glued := unicode.IsUpper(next) && ascii.IsLower(last) && (len(by) > 3 || by == "by")
		if unicode.IsLetter(next) && !glued {
			continue
		}
		return strings.TrimLeft(rest, " :.-–—"), true
	}
	return text, false
}

// isOtherRole reports whether a text begins by saying that whom it names is not
// the author.
func isOtherRole(text string) bool {
	lower := strings.TrimLeft(strings.ToLower(text), "([ ")
	for _, role := range otherRoles {
		if strings.HasPrefix(lower, role) {
			return true
		}
	}
	return false
}

// splitNames splits a text into names: at marks between names, at the words for
// "and" and at commas, where what stands there looks like names. What follows a
// name, a role, a date or an address, is cut off.
//
// A value that was written for programs names nothing but the author; in others
// a role may follow without a mark.
func splitNames(text string, forPrograms bool) (names []string) {
	if strings.Contains(text, "://") {
		return nil
	}
	text, _ = cutBy(strings.TrimSpace(strings.ReplaceAll(text, " / ", ";")))
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(";|\n•·", r) }) {
		if part = strings.TrimSpace(part); isOtherRole(part) {
			continue
		}
		for _, piece := range splitCommas(part) {
			for _, name := range splitAnd(piece) {
				if name = cleanName(name, forPrograms); name != "" {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// degrees follow a name and a comma.
var degrees = wordSet("md phd dds dpt rd rn ms msc ma mba cfp cpa esq jr sr jd ba bsc facs rdn lpc do dvm fand ldn")

// splitCommas splits a text at commas into names, and drops degrees and roles. Of
// a name that is turned around it makes one.
func splitCommas(text string) (pieces []string) {
	parts := strings.Split(text, ",")
	if len(parts) == 2 && !strings.Contains(strings.TrimSpace(parts[0]), " ") {
		last, given := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
		if looksLikeName(given) && looksLikeName(last) && len(strings.Fields(given)) <= 2 && !isRole(given) && !isDegree(given) {
			return []string{given + " " + last}
		}
	}
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if part == "" || isDegree(part) {
			continue
		}
		if i > 0 && (isRole(part) || !strings.Contains(part, " ") || !looksLikeName(firstOf(part))) {
			continue
		}
		pieces = append(pieces, part)
	}
	return pieces
}

func isDegree(part string) bool {
	return degrees[strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(part, ".", ""), " ", ""))]
}

// firstOf returns what stands before a word for "and".
func firstOf(text string) string {
	for _, and := range andWords {
		if before, _, ok := strings.Cut(text, and); ok {
			text = before
		}
		text = strings.TrimPrefix(text, and[1:])
	}
	return text
}

// isRole reports whether a text tells of a person's work.
func isRole(text string) bool {
	for _, word := range strings.Fields(text) {
		if roleWords[strings.ToLower(strings.Trim(word, ".,:;"))] {
			return true
		}
	}
	return false
}

// splitAnd splits a text at a word for "and" if names stand on both sides.
func splitAnd(text string) []string {
	for _, and := range andWords {
		text = strings.TrimPrefix(text, and[1:])
	}
	for _, and := range andWords {
		before, after, ok := strings.Cut(text, and)
		if !ok {
			continue
		}
		if len(strings.Fields(before)) < 2 && len(strings.Fields(after)) < 2 && and != " & " && and != " and " {
			continue
		}
		if looksLikeName(cleanName(before, false)) && looksLikeName(cleanName(strings.Fields(after + " .")[0], false)) && strings.Contains(strings.TrimSpace(before), " ") == strings.Contains(strings.TrimSpace(after), " ") {
			return append([]string{before}, splitAnd(after)...)
		}
	}
	return []string{text}
}

// nameEnds are what ends a name in text for readers.
var nameEnds = []string{" | ", " – ", " — ", " - ", " » ", " in ", " on ", " am ", " le ", " for ", " für ", " at ", " via ", " published", " updated", " posted", ". Edited", "View all", "Follow "}

// cleanName cuts off what does not belong to a name.
func cleanName(name string, forPrograms bool) string {
	name = strings.TrimSpace(name)
	for range 2 {
		name, _ = cutBy(name)
	}
	if i := strings.IndexAny(name, "(<[@{"); i > 0 {
		name = name[:i]
	}
	for _, word := range reporters {
		if before, _, ok := strings.Cut(name, word); ok && before != "" {
			name = before
		}
	}
	if !forPrograms {
		for _, mark := range nameEnds {
			if i := strings.Index(name, mark); i > 0 {
				name = name[:i]
			}
		}
		name = cutRole(name)
	}
	if i := strings.IndexFunc(name, unicode.IsDigit); i > 0 && strings.Contains(strings.TrimSpace(name[:i]), " ") {
		words := strings.Fields(name[:i])
		if last := words[len(words)-1]; len(words) > 1 && len(monthNames[strings.ToLower(strings.Trim(last, ".,"))]) > 0 {
			words = words[:len(words)-1]
		}
		name = strings.Join(words, " ")
	}
	return strings.Trim(name, " ,.:;-–—|*\"“”„'’~…")
}

// cutRole cuts the role off that follows a name of two words or more.
func cutRole(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		if i >= 2 && roleWords[strings.ToLower(strings.Trim(word, ".,:;"))] {
			return strings.Join(words[:i], " ")
		}
	}
	return name
}

// reporters are the words for a reporter that follow any name in East Asia.
var reporters = []string{" 기자", "記者", "记者"}

// looksLikeName reports whether every word of a text begins with a capital letter
// or is one that does not in names. Scripts without case pass.
func looksLikeName(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 5 {
		return false
	}
	for i, word := range words {
		c, size := utf8.DecodeRuneInString(word)
		if !unicode.IsLetter(c) && c != '\'' && c != '’' || unicode.IsLower(c) && (i == 0 && len(words) == 1 || !hasWord(particles, word) && !strings.HasPrefix(word, "d'") && !strings.HasPrefix(word, "d’")) {
			return false
		}
		if strings.ContainsAny(word[size:], ":!?=»<>") {
			return false
		}
	}
	return true
}

// isName reports whether a text may be a name at all: no address, no sentence,
// nobody.
func isName(name string) bool {
	n := runes(name)
	if n < 2 || n > 60 || nobody[key(name)] || len(strings.Fields(name)) > 6 {
		return false
	}
	if strings.Contains(name, "://") || strings.HasPrefix(name, "www.") || strings.ContainsAny(name, "@{}<>=/»|%") || strings.HasSuffix(name, ":") {
		return false
	}
	allNobody := true
	letters := 0
	for _, word := range strings.Fields(key(name)) {
		allNobody = allNobody && (nobody[word] || roleWords[word])
		letters += utf8.RuneCountInString(word)
	}
	words := strings.Fields(name)
	last := words[len(words)-1]
	if len(words) > 1 && (hasWord(particles, last) || strings.EqualFold(last, "by")) {
		return false
	}
	return letters >= 2 && !allNobody && !isOtherRole(name)
}

// isPerson reports whether a name is that of a person rather than of an
// organization, as far as its words tell.
func isPerson(name string) bool {
	words := strings.Fields(key(name))
	for _, word := range words {
		if organizationWords[word] {
			return false
		}
	}
	return looksLikeName(name) && (len(words) > 1 && len(words) <= 5 || len(words) == 1 && !isLatin(name))
}

// isDomain reports whether a name is the host of a site.
func isDomain(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	return dot > 1 && len(name)-dot <= 5 && len(name)-dot >= 3 && !strings.Contains(name, " ") && strings.IndexFunc(name[dot+1:], func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

// isLatin reports whether a text begins with an ASCII letter.
func isLatin(text string) bool { return text != "" && text[0] < utf8.RuneSelf }
