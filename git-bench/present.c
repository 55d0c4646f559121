#include "present.h"

#include "base/id.h"
#include "base/json.h"
#include "look.h"
#include "pager.h"
#include "print.h"
#include "report/beside.h"
#include "report/comparison.h"
#include "report/show.h"

enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_CSV, FORMAT_JSON };

const char *const format_choices[] = {
	[FORMAT_TEXT] = "text",
	[FORMAT_MARKDOWN] = "markdown",
	[FORMAT_CSV] = "csv",
	[FORMAT_JSON] = "json",
	NULL,
};

static void add_result(struct buf *out, const struct view *view,
		       const struct style *style)
{
	if (view->since) {
		since_text(out, view->since, style);
		buf_addch(out, '\n');
	}
	show_result(out, view->result, view->metrics, style);
	if (view->answers)
		buf_addf(out, "\n(measured before request %.*s asked for the "
			      "same)\n",
			 ID_SHORT, view->answers);
	show_circumstances(out, view->path, view->result, style);
}

static int present_text(struct context *context, const struct view *view,
			int color)
{
	AUTO(buf) text = BUF_INIT;
	struct style style;

	pager_start(context);
	int rc = look(&style, context, color);
	if (rc)
		return rc;
	if (view->apart)
		comparison_text(&text, view->result, view->obstacle, &style);
	else
		add_result(&text, view, &style);
	print_text(text.ptr);
	return 0;
}

static void present_json(const struct view *view)
{
	json_auto_t *json =
		view->apart ? comparison_json(view->result, view->obstacle) :
			      show_json(view->path, view->result);

	if (view->answers)
		json_set_string(json, "answers", view->answers);
	if (view->since)
		json_object_set_new(json, "since", since_json(view->since));
	print_json(json);
}

int present_table(struct context *context, const struct table *table,
		  const struct present_args *args)
{
	static const enum table_format formats[] = {
		[FORMAT_TEXT] = TABLE_AS_TEXT,
		[FORMAT_MARKDOWN] = TABLE_AS_MARKDOWN,
		[FORMAT_CSV] = TABLE_AS_CSV,
		[FORMAT_JSON] = TABLE_AS_JSON,
	};
	int format = args->json ? FORMAT_JSON : args->format;
	AUTO(buf) text = BUF_INIT;
	struct style style = STYLE_PLAIN;
	int rc = 0;

	if (format == FORMAT_TEXT) {
		pager_start(context);
		rc = look(&style, context, args->color);
	}
	if (rc)
		return rc;
	table_print(&text, table, formats[format], &style);
	print_text(text.ptr);
	return 0;
}

int present_metric(struct context *context, const struct result *result,
		   const char *metric, const struct present_args *args)
{
	AUTO(beside) beside;
	AUTO(table) table = TABLE_INIT;

	beside_of(&beside, result);
	int rc = beside_metric(&table, &beside, metric);
	return rc ? rc : present_table(context, &table, args);
}

int present(struct context *context, const struct view *view,
	    const struct present_args *args)
{
	AUTO(buf) text = BUF_INIT;

	switch (args->json ? FORMAT_JSON : args->format) {
	case FORMAT_TEXT:
		return present_text(context, view, args->color);
	case FORMAT_MARKDOWN:
		comparison_markdown(&text, view->result, view->obstacle, 0);
		if (view->since) {
			buf_addch(&text, '\n');
			since_markdown(&text, view->since);
		}
		break;
	case FORMAT_CSV:
		comparison_csv(&text, view->result);
		break;
	case FORMAT_JSON:
		present_json(view);
		break;
	}
	print_text(text.ptr);
	return 0;
}
