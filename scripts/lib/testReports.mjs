import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './project.mjs'

/** Enough lines for an assertion with its diff, or for the last attempts of an action. The log and the reports have all of it. */
const LINES_MAX = 30

/**
 * Reads test reports. Counts are `{ passed, failed }`. A skipped test counts as failed, and so does a suite that fails without
 * naming a failed test. Failures are `{ where, why }`: the file and title of a test, and its first error message.
 */

export function countOfCheck(succeeded) {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** @param report Vitest's JSON report; undefined when it wrote none. */
export function countOfVitest(report, succeeded) {
  if (!report) return countOfCheck(false)
  const unloadedFiles = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.every(test => test.status !== 'failed'),
  )
  const failed = report.numTotalTests - report.numPassedTests + unloadedFiles.length
  return withoutFalseSuccess({ passed: report.numPassedTests, failed }, succeeded)
}

/** @param report Playwright's JSON report; undefined when it wrote none. */
export function countOfPlaywright(report, succeeded) {
  if (!report) return countOfCheck(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return withoutFalseSuccess({ passed: expected + flaky, failed: unexpected + skipped }, succeeded)
}

export function sum(counts) {
  return counts.reduce(
    (total, count) => ({ passed: total.passed + count.passed, failed: total.failed + count.failed }),
    { passed: 0, failed: 0 },
  )
}

function withoutFalseSuccess(count, succeeded) {
  const ranNothing = count.passed + count.failed === 0
  return (succeeded && !ranNothing) || count.failed > 0 ? count : { ...count, failed: 1 }
}

/** @param report Vitest's JSON report; undefined when it wrote none. */
export function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap(file => {
    const path = relative(root, file.name)
    const hasFailed = ({ status, failureMessages = [] }) => status !== 'passed' || failureMessages.length > 0
    const tests = file.assertionResults.filter(hasFailed)
    if (tests.length === 0) return file.status === 'failed' ? [failure(path, file.message)] : []
    return tests.map(({ fullName, status, failureMessages }) =>
      failure(`${path} › ${fullName}${suffixIf(status === 'passed')}`, failureMessages?.[0] ?? status),
    )
  })
}

/** @param report Playwright's JSON report; undefined when it wrote none. */
export function failuresOfPlaywright(report) {
  return (report?.suites ?? []).flatMap(failuresOfSuite)
}

function failuresOfSuite({ specs = [], suites = [] }) {
  const failed = specs.filter(spec => spec.tests.some(test => test.status !== 'expected'))
  const own = failed.map(spec => {
    const test = spec.tests.find(({ status }) => status !== 'expected')
    const error = test.results.flatMap(result => result.errors)[0]
    const where = `${spec.file}:${spec.line} › ${spec.title}${suffixIf(test.status === 'flaky')}`
    return failure(where, error?.message ?? test.status)
  })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

const suffixIf = passedInRetry => (passedInRetry ? ' (재시도에서 통과)' : '')

function failure(where, why) {
  return { where, why: stripVTControlCharacters(why).split('\n').slice(0, LINES_MAX).join('\n') }
}
