package folder

import "errors"

// ErrForeign says that the data folder is somebody else's.
var ErrForeign = errors.New("the data folder is not yours")
