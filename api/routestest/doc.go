// Package routestest tests the routes of the API area by area, each over HTTP with a real database. The tests are one package, although the areas are
// many, because each package of tests is a program that must be linked in every run: 44 programs, most with one to three tests, took longer to link
// than to run. A file is named after the area's folder below api (admin/cash: admin_cash_test.go) and holds what the area's calls do. Rules for every
// route alike (guests, foreign tokens, rights, malformed bodies) are tested over the whole route table, in access_test.go and in api/server.
package routestest
