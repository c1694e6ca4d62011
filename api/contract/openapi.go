package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/swaggest/jsonschema-go"
	"github.com/swaggest/openapi-go"
	"github.com/swaggest/openapi-go/openapi31"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/picture"
	"hubstake/internal/core/sheet"
)

// openAPI writes the document that /api/docs shows.
func openAPI(routes []httpx.Route) ([]byte, error) {
	r := openapi31.NewReflector()
	r.Spec.Info.WithTitle("Hubstake API").WithVersion("1").WithDescription(
		"Every call is a POST with a JSON object and answers {resultCode, resultMessage, data, traceId}. " +
			"resultCode 200 is success; any other code is a refusal whose text is `api.<code>`, with data.params filling its " +
			"placeholders. HTTP 200 carries business answers; 400, 401, 403, 404, 405, 413, 415, 422, 429 and 5xx speak of the request " +
			"itself. Amounts are whole minor units of the site's currency, times RFC 3339 in UTC.")
	r.AddTypeMapping(money.Input{}, int64(0))
	r.DefaultOptions = append(r.DefaultOptions, jsonschema.InterceptDefName(func(t reflect.Type, name string) string {
		if insideArea(t) {
			return wireName(t)
		}
		return strings.ReplaceAll(name, "Hubstake", "")
	}))
	for _, route := range routes {
		for i, path := range append([]string{route.Path}, route.Aliases...) {
			op, err := r.NewOperationContext(http.MethodPost, path)
			if err != nil {
				return nil, fmt.Errorf("openapi %s: %w", path, err)
			}
			op.SetTags(strings.Split(path, "/")[2])
			access := "Access: " + route.Access.String() + "."
			if route.Right != "" {
				access += " Needs the right " + string(route.Right) + "."
			}
			if route.Fresh {
				access += " Needs a fresh one-time code (/api/admin/confirm)."
			}
			if i > 0 {
				access += " The same as " + route.Path + "."
			}
			op.SetDescription(access)
			if route.Req == reflect.TypeFor[httpx.Upload]() {
				for _, media := range route.Takes.Types {
					op.AddReqStructure(new(string), openapi.WithContentType(media))
				}
			} else {
				op.AddReqStructure(reflect.New(route.Req).Interface())
			}
			if route.Idempotent {
				op.AddReqStructure(new(named))
			}
			switch route.Res {
			case reflect.TypeFor[sheet.List](): // in the format that the caller accepts
				for _, f := range sheet.Formats() {
					op.AddRespStructure(new(string), openapi.WithHTTPStatus(http.StatusOK), openapi.WithContentType(f.Type()))
				}
			case reflect.TypeFor[httpx.File]():
				op.AddRespStructure(new(string), openapi.WithHTTPStatus(http.StatusOK), openapi.WithContentType(picture.Type))
			default:
				op.AddRespStructure(reflect.New(envelope(route.Res)).Interface(), openapi.WithHTTPStatus(http.StatusOK))
			}
			if err := r.AddOperation(op); err != nil {
				return nil, fmt.Errorf("openapi %s: %w", path, err)
			}
		}
	}
	doc, err := r.Spec.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return indent(doc)
}

// named is the header of a call that may be named by a key.
type named struct {
	Key string `header:"Idempotency-Key" pattern:"^[A-Za-z0-9_-]{16,64}$" description:"names the call: sent again under the same name it has no second effect and gets the same answer; with another body it is 422"`
}

// envelope is the answer type of a route: the envelope with its own data.
func envelope(data reflect.Type) reflect.Type {
	field := func(name, json string, t reflect.Type) reflect.StructField {
		return reflect.StructField{Name: name, Type: t, Tag: reflect.StructTag(`json:"` + json + `" required:"true"`)}
	}
	text := reflect.TypeFor[string]()
	return reflect.StructOf([]reflect.StructField{
		field("ResultCode", "resultCode", text), field("ResultMessage", "resultMessage", text),
		field("Data", "data", data), field("TraceID", "traceId", text),
	})
}

// indent lays the document out so that a change of the contract reads well in a diff.
func indent(doc []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := json.Indent(&out, doc, "", " "); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
