/**
 * What each suite reports, as `{ passed, failed }`. A skipped test counts as failed, and so does a suite that
 * ended badly without naming a failed test: nothing that did not run may look green.
 */

export function countOfCheck(succeeded) {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** @param report Vitest's JSON report; undefined when it wrote none. */
export function countOfVitest(report, succeeded) {
  if (!report) return countOfCheck(false)
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.every(test => test.status !== 'failed'),
  )
  const failed = report.numTotalTests - report.numPassedTests + brokenFiles.length
  return honest({ passed: report.numPassedTests, failed }, succeeded)
}

/** @param report Playwright's JSON report; undefined when it wrote none. */
export function countOfPlaywright(report, succeeded) {
  if (!report) return countOfCheck(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest({ passed: expected + flaky, failed: unexpected + skipped }, succeeded)
}

export function sum(counts) {
  return counts.reduce(
    (total, count) => ({ passed: total.passed + count.passed, failed: total.failed + count.failed }),
    { passed: 0, failed: 0 },
  )
}

function honest(count, succeeded) {
  const ranNothing = count.passed + count.failed === 0
  return (succeeded && !ranNothing) || count.failed > 0 ? count : { ...count, failed: 1 }
}
