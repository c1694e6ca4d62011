package main

import (
	"errors"
	"net/url"
	"time"

	"hubstake/internal/platform/config"
)

// settings of the canary, each from CANARY_<NAME>. README.md lists them.
type settings struct {
	config.Common
	SiteURL  string        `env:"SITE_URL,required"` // of the pages; the API answers below it
	HubURL   string        `env:"HUB_URL"`           // ws or wss; empty: /hub of the site
	Member   string        `env:"MEMBER,required"`
	Password config.Secret `env:"PASSWORD,required"`
	Every    time.Duration `env:"EVERY" envDefault:"10s"`  // between two probes
	Timeout  time.Duration `env:"TIMEOUT" envDefault:"5s"` // of each step
	Session  time.Duration `env:"SESSION" envDefault:"5m"` // then it logs out and in again
}

// Validate checks what the types do not, and settles the address of the hub.
func (s settings) Validate() error {
	if err := s.Common.Validate(); err != nil {
		return err
	}
	u, err := url.Parse(s.SiteURL)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		return errors.New("SITE_URL must be an address of the form https://host")
	}
	if h, err := url.Parse(s.HubURL); err != nil || s.HubURL != "" && (h.Host == "" || h.Scheme != "wss" && h.Scheme != "ws") {
		return errors.New("HUB_URL must be an address of the form wss://host/hub")
	}
	if s.Production() && u.Scheme != "https" {
		return errors.New("SITE_URL must be https in production")
	}
	if s.Every <= 0 || s.Timeout <= 0 || s.Session <= 0 {
		return errors.New("EVERY, TIMEOUT and SESSION must be more than nothing")
	}
	return nil
}

// origin is what a browser would say that the page comes from.
func (s settings) origin() string {
	u, _ := url.Parse(s.SiteURL) // Validate saw it
	return u.Scheme + "://" + u.Host
}

// hub is the address of the hub.
func (s settings) hub() string {
	if s.HubURL != "" {
		return s.HubURL
	}
	return "ws" + s.origin()[len("http"):] + "/hub"
}
