// Package provider knows the companies whose games members play: their settings, keys and addresses (Directory, Auth, Keyring), the terms
// of the wallet API in which they ask for money to be moved (Operation, Answer, Status; money.md), and how we call them (Client,
// TransferWallet). The API, tables' columns and metrics call them vendors.
//
// A call is let in by Auth: address, signature, time and nonce, by what the Directory knows of the provider. Protocols are packages
// below: seamless is our own, hub88 an aggregator's; they put their requests into the terms of Operation and Proof. Package casino
// moves the money of an operation.
//
// Tables: provider_provider, provider_key.
package provider
