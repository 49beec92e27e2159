package llm

import (
	"errors"
	"fmt"
	"strings"
)

// WrongLayers is a reason for which layers cannot have their model. The embedder is
// the layer [EmbedLayer].
type WrongLayers struct {
	Layers []string
	Err    error
}

func (w *WrongLayers) Error() string {
	word := "layers"
	if len(w.Layers) == 1 {
		word = "layer"
	}
	return fmt.Sprintf("%s %s: %v", word, strings.Join(w.Layers, ", "), w.Err)
}

func (w *WrongLayers) Unwrap() error { return w.Err }

// Wrong returns the [WrongLayers] in an error of [New], in its order.
func Wrong(err error) (all []*WrongLayers) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			all = append(all, Wrong(e)...)
		}
		return all
	}
	if w := (*WrongLayers)(nil); errors.As(err, &w) {
		return []*WrongLayers{w}
	}
	return nil
}

// Without returns the settings without the models of the layers that are wrong.
func (c Config) Without(wrong []*WrongLayers) Config {
	layers := map[string]Layer{}
	for name, l := range c.Layers {
		layers[name] = l
	}
	for _, w := range wrong {
		for _, name := range w.Layers {
			l := layers[name]
			l.Model = ""
			layers[name] = l
			if name == EmbedLayer {
				c.Embedder = ""
			}
		}
	}
	c.Layers = layers
	return c
}
