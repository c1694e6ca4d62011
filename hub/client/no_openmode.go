//go:build !open

package client

import "hubstake/hub/stomp"

// A hub that was built without the tag open has no open mode: none of its fields, and functions that do nothing.
type (
	OpenDeps         struct{}
	openState        struct{}
	openSubscription struct{}
)

func (openState) isOpen() bool                            { return false }
func (openSubscription) isOpen() bool                     { return false }
func (*Client) openConnect(*stomp.Frame) bool             { return false }
func (*Client) openSend(*stomp.Frame, string) error       { return nil }
func (*Client) openSubscribe(_, _, _, _ string) error     { return nil }
func (*Client) openUnsubscribe(string)                    {}
func (*Client) openLeave()                                {}
func (*Client) openAcknowledge(_, _ string, _ bool) error { return nil }
