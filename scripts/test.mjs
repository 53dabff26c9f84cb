// npm test: runs all checks and tests. A failure does not stop the rest. Failures are listed again at the end, and the last line has
// the totals. `--no-browser` skips the browser tests. `npm run test:long` runs those with `@long` in their titles.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { lints, types } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, runToFile, runTool, stopChildrenOnSignal } from './lib/processes.mjs'
import { print, requireNode, root } from './lib/project.mjs'
import { ensureSystemPackages, findChromium } from './lib/systemPackages.mjs'
import { LONG_FORM } from './lib/testKinds.mjs'
import {
  countOfCheck,
  countOfPlaywright,
  countOfVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  sum,
} from './lib/testReports.mjs'

const hasBrowser = !process.argv.includes('--no-browser')
const allFailures = []

/** Runs one check at a time, parallel to the suites: tests mostly wait, so processor time is left. */
const checks = Object.fromEntries(
  Object.entries({ ...types, ...lints }).map(([name, { program, words }], index) => [
    name,
    async () => {
      const { succeeded, printed } = await runToFile(`${root}test-results/check-${index}.txt`, program, words)
      if (succeeded) return { count: countOfCheck(true), failures: [] }
      // Printed now, and again at the end.
      console.log(printed)
      return { count: countOfCheck(false), failures: [{ where: name, why: printed }] }
    },
  ]),
)

/** Run one after the other, because each uses the whole machine, and the fault tests measure times. */
const suites = {
  빌드: async () => ({ count: countOfCheck(await ensureBuilt()), failures: [] }),
  '단위·서버·실시간 테스트': () => runVitest('unit*', 'server'),
  '장애 테스트': () => runVitest('faults'),
  ...(hasBrowser && { '브라우저 테스트': runPlaywright }),
}

async function runVitest(...projects) {
  const path = `test-results/${projects.at(-1)}.json`
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const succeeded = await runTool('vitest', [
    'run',
    ...projects.flatMap(name => ['--project', name]),
    ...outputs,
  ])
  const report = reportIn(path)
  return { count: countOfVitest(report, succeeded), failures: failuresOfVitest(report) }
}

async function runPlaywright() {
  const succeeded = await runTool('playwright', ['test', '--grep-invert', `${LONG_FORM}$`], {
    CHROMIUM_PATH: findChromium(),
  })
  const report = reportIn('test-results/playwright.json')
  return { count: countOfPlaywright(report, succeeded), failures: failuresOfPlaywright(report) }
}

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
await ensureSystemPackages({ browser: hasBrowser })
rmSync(`${root}test-results`, { recursive: true, force: true })
mkdirSync(`${root}test-results`)

const counts = (await Promise.all([runInSequence(checks), runInSequence(suites)])).flat()

for (const { where, why } of allFailures) console.log(`✗ ${where}\n${why}\n`)
const total = sum(counts)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)

async function runInSequence(parts) {
  const counts = []
  for (const part of Object.entries(parts)) counts.push(await runAndCount(part))
  return counts
}

async function runAndCount([name, run]) {
  print(`${name}…`)
  const startedAt = performance.now()
  const { count, failures } = await run()
  allFailures.push(...failures)
  if (count.failed > 0 && failures.length === 0) allFailures.push({ where: name, why: '위의 출력을 보세요.' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`${name}: 통과 ${count.passed}, 실패 ${count.failed} (${seconds}초)\n`)
  return count
}

function reportIn(path) {
  try {
    return JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
  } catch {
    return undefined
  }
}
