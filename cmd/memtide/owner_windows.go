package main

// checkOwner trusts the access list that %LocalAppData% hands down.
func checkOwner(string) error { return nil }
