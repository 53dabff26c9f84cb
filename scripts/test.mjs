// npm test: everything that can be checked, one suite after another; a failing one does not stop the next.
// `--no-browser` leaves the browser tests out. At the end what failed is named again,
// and the last line adds all of it up.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { countOfCheck, countOfPlaywright, countOfVitest, sum } from './lib/counts.mjs'
import { failuresOfPlaywright, failuresOfVitest } from './lib/failures.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm, succeeds, tool } from './lib/processes.mjs'
import { requireNode, root, say } from './lib/project.mjs'
import { ensureSystemPackages, findChromium } from './lib/systemPackages.mjs'

const browser = !process.argv.includes('--no-browser')
const reports = { vitest: 'test-results/vitest.json', playwright: 'test-results/playwright.json' }
const failures = []

const check = name => async () => countOfCheck(await succeeds('node', [`scripts/checks/${name}.mjs`]))

const suites = {
  '타입 검사': async () => countOfCheck(await tool('tsc', ['-p', '.'])),
  '코드 규칙': async () => countOfCheck(await tool('biome', ['ci', '.'])),
  '파일 길이': check('fileLength'),
  'import 방향': check('importDirection'),
  '단위·서버·실시간·장애 테스트': async () => {
    const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]
    const succeeded = await tool('vitest', ['run', ...outputs])
    const report = reportIn(reports.vitest)
    failures.push(...failuresOfVitest(report))
    return countOfVitest(report, succeeded)
  },
  빌드: async () => countOfCheck(await ensureBuilt()),
}

const browserSuites = {
  '브라우저 테스트': async () => {
    const succeeded = await tool('playwright', ['test'], { CHROMIUM_PATH: findChromium() })
    const report = reportIn(reports.playwright)
    failures.push(...failuresOfPlaywright(report))
    return countOfPlaywright(report, succeeded)
  },
}

requireNode()
endWithNpm()
endWithChildren()
await ensureInstalled()
await ensureSystemPackages({ browser })
rmSync(`${root}test-results`, { recursive: true, force: true })
mkdirSync(`${root}test-results`)

const counts = []
for (const [name, run] of Object.entries({ ...suites, ...(browser ? browserSuites : {}) })) {
  say(`${name}…`)
  const startedAt = performance.now()
  const namedBefore = failures.length
  const count = await run()
  if (count.failed > 0 && failures.length === namedBefore)
    failures.push({ where: name, why: '위의 출력을 보세요.' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${name}: 통과 ${count.passed}, 실패 ${count.failed} (${seconds}초)\n`)
  counts.push(count)
}

for (const { where, why } of failures) console.log(`✗ ${where}\n${why}\n`)
const total = sum(counts)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)

function reportIn(path) {
  try {
    return JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
  } catch {
    return undefined
  }
}
