package embedded

import "os"

// ours trusts the access list that %LocalAppData% hands down.
func ours(os.FileInfo) bool { return true }
