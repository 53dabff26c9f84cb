// npm test: everything that is checked at each change; what fails does not stop the rest. At the end what failed is named
// again, and the last line adds all of it up. `--no-browser` leaves the browser tests out. Those of the long form, `@long` in their
// titles, are run by `npm run test:long`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { lints, types } from './lib/checks.mjs'
import { countOfCheck, countOfPlaywright, countOfVitest, sum } from './lib/counts.mjs'
import { failuresOfPlaywright, failuresOfVitest } from './lib/failures.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm, runInto, tool } from './lib/processes.mjs'
import { requireNode, root, say } from './lib/project.mjs'
import { ensureSystemPackages, findChromium } from './lib/systemPackages.mjs'
import { LONG_FORM } from './lib/testKinds.mjs'

const browser = !process.argv.includes('--no-browser')
const reports = { vitest: 'test-results/vitest.json', playwright: 'test-results/playwright.json' }
const failures = []

/** Beside the suites, one after the other: a test waits for much, and meanwhile there is processor time to be had. */
const checks = Object.fromEntries(
  Object.entries({ ...types, ...lints }).map(([name, { program, words }], place) => [
    name,
    async () => {
      const { succeeded, printed } = await runInto(`${root}test-results/check-${place}.txt`, program, words)
      if (succeeded) return { count: countOfCheck(true), named: [] }
      // At once, and at the end again.
      console.log(printed)
      return { count: countOfCheck(false), named: [{ where: name, why: printed }] }
    },
  ]),
)

/** One after the other: each wants nearly all that the machine has. */
const suites = {
  빌드: async () => ({ count: countOfCheck(await ensureBuilt()), named: [] }),
  '단위·서버·실시간·장애 테스트': async () => {
    const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]
    const succeeded = await tool('vitest', ['run', ...outputs])
    const report = reportIn(reports.vitest)
    return { count: countOfVitest(report, succeeded), named: failuresOfVitest(report) }
  },
}

const browserSuites = {
  '브라우저 테스트': async () => {
    const succeeded = await tool('playwright', ['test', '--grep-invert', `${LONG_FORM}$`], {
      CHROMIUM_PATH: findChromium(),
    })
    const report = reportIn(reports.playwright)
    return { count: countOfPlaywright(report, succeeded), named: failuresOfPlaywright(report) }
  },
}

requireNode()
endWithNpm()
endWithChildren()
await ensureInstalled({ dev: true })
await ensureSystemPackages({ browser })
rmSync(`${root}test-results`, { recursive: true, force: true })
mkdirSync(`${root}test-results`)

const all = [checks, { ...suites, ...(browser ? browserSuites : {}) }]
const counts = (await Promise.all(all.map(carryOutInTurn))).flat()

for (const { where, why } of failures) console.log(`✗ ${where}\n${why}\n`)
const total = sum(counts)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)

async function carryOutInTurn(parts) {
  const counts = []
  for (const part of Object.entries(parts)) counts.push(await carryOut(part))
  return counts
}

async function carryOut([name, run]) {
  say(`${name}…`)
  const startedAt = performance.now()
  const { count, named } = await run()
  failures.push(...named)
  if (count.failed > 0 && named.length === 0) failures.push({ where: name, why: '위의 출력을 보세요.' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${name}: 통과 ${count.passed}, 실패 ${count.failed} (${seconds}초)\n`)
  return count
}

function reportIn(path) {
  try {
    return JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
  } catch {
    return undefined
  }
}
