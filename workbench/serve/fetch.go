package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// maxFetched is how many bytes of a page are fetched.
const maxFetched = 32 << 20

// ErrPrivate is wrapped by the errors of addresses that are not in the public
// internet.
var ErrPrivate = errors.New("the address is not in the public internet")

// Fetch returns the page at a public address and its Content-Type. Whatever a name
// resolves to and wherever a page redirects, only addresses in the public internet are
// connected to; the error of others wraps ErrPrivate.
func Fetch(r *http.Request, address string) ([]byte, string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, "", fmt.Errorf("%q is not an address that begins with http:// or https://", address)
	}
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, "", err
	}
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: refusePrivate}
	client := &http.Client{Transport: &http.Transport{Proxy: nil, DialContext: dialer.DialContext, DisableKeepAlives: true, MaxResponseHeaderBytes: 1 << 20}}
	response, err := client.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("%s: %s", address, response.Status)
	}
	page, err := io.ReadAll(io.LimitReader(response.Body, maxFetched+1))
	if err == nil && len(page) > maxFetched {
		err = fmt.Errorf("%s: the page has more than %d bytes", address, maxFetched)
	}
	return page, response.Header.Get("Content-Type"), err
}

// refusePrivate is called with the address that a name has been resolved to, before it
// is connected to.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !isPublic(at.Addr()) {
		return fmt.Errorf("%s: %w", at.Addr(), ErrPrivate)
	}
	return nil
}

// special are the ranges that are global unicast addresses by their form, but not in
// the public internet (IANA special-purpose address registries), and those that
// contain an IPv4 address, which may be a private one.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
}

// isPublic reports whether an address is in the public internet.
func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
