/*
 * report - the tables of `make verdict-live`, from its log.
 */
#ifndef LIVE_REPORT_H
#define LIVE_REPORT_H

#include "log.h"

void live_report(const struct live_log *log);

#endif
