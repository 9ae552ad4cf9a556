package serve

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/workbench/serve/view"
)

// TrainedModel is the name of the model that is trained on the labels.
const TrainedModel = "trained"

// trainCall begins a training.
func (a *Annotator) trainCall(r *annotateRequest) (any, error) {
	if a.config.Train == nil {
		return nil, fmt.Errorf("%w: no models are trained here", view.ErrRequest)
	}
	if err := a.Flush(); err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.training.Running {
		return nil, fmt.Errorf("%w: a model is being trained already", view.ErrRequest)
	}
	a.training = Training{Running: true, Progress: "reading the pages"}
	template := r.Template
	if template == "" {
		template = "modern"
	}
	if template != "modern" && template != "shipped" && template != "2008" && template != "2007" {
		a.training = Training{}
		return nil, fmt.Errorf("%w: there is no template %q", view.ErrRequest, template)
	}
	go a.train(template)
	return a.training, nil
}

// train trains a model and adds it to the models of the store.
func (a *Annotator) train(template string) {
	model, err := a.config.Train(filepath.Join(a.config.Folder, "spans"), template, (*trainingProgress)(a))
	if err == nil {
		var file bytes.Buffer
		err = errors.Join(model.Write(&file), writeFile(a.root, TrainedModel+".model", file.Bytes()))
	}
	if err == nil {
		err = a.store.AddModel(TrainedModel, model)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.training.Running = false
	clear(a.left)
	if err != nil {
		a.training.Error = err.Error()
		return
	}
	a.training.Model = TrainedModel
}

// trainingProgress takes the lines that tell how far a training is.
type trainingProgress Annotator

func (p *trainingProgress) Write(text []byte) (int, error) {
	lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
	a := (*Annotator)(p)
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(lines) > 0 {
		a.training.Progress = strings.TrimSpace(lines[len(lines)-1])
	}
	return len(text), nil
}

func (a *Annotator) trainingCall(*annotateRequest) (any, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.training, nil
}
