package folder

// CheckOwner trusts the access list that %LocalAppData% hands down.
func CheckOwner(string) error { return nil }
