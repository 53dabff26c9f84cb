import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { succeeds } from './processes.mjs'
import { giveUp, say } from './project.mjs'

/** Chromium without the window that nobody sees: a page takes a third of the time. Debian alone packages it. */
const SHELL = 'chromium-headless-shell'

/** Debian starts what serves as soon as it is installed; of it the tests want the programs alone. */
const notStarted = ['RUNLEVEL=1']

/** What the tests run against, by its Debian package; Debian and Ubuntu name them alike. */
const programs = {
  'redis-server': () => answers('redis-server') || answers('valkey-server'),
  nginx: () => answers('nginx', '-v') || existsSync('/usr/sbin/nginx'),
  'fonts-noto-cjk': () =>
    existsSync('/usr/share/fonts/opentype/noto') || Boolean(output('fc-list', [':lang=ko'])),
  chromium: () => findChromium() !== undefined,
}

/** Makes sure that everything the tests run against is there, or ends the script by naming what is missing. */
export async function ensureSystemPackages({ browser }) {
  const names = browser ? Object.keys(programs) : ['redis-server', 'nginx']
  const missing = names.filter(name => !programs[name]())
  const administrator = answers('apt-get') ? administratorPrefix() : undefined
  const wantsShell = browser && administrator && isDebian() && !process.env.CHROMIUM_PATH && !answers(SHELL)
  if (missing.length === 0 && !wantsShell) return
  if (!administrator) giveUpNaming(missing)

  const wanted = wantsShell ? [...missing, SHELL] : missing
  say(`테스트에 쓸 시스템 패키지를 설치해요: ${wanted.join(' ')}`)
  const apt = words => {
    const [program, ...rest] = [
      ...administrator,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      ...notStarted,
      'apt-get',
      '-q',
    ]
    return succeeds(program, [...rest, ...words])
  }
  await apt(['update'])
  const packaged = wanted.filter(isPackaged)
  const needed = packaged.includes(SHELL) ? packaged.filter(name => name !== 'chromium') : packaged
  if (needed.length > 0) await apt(['install', '-y', '--no-install-recommends', ...needed])
  if (browser && findChromium() === undefined) await installPlaywrightsChromium()

  const stillMissing = missing.filter(name => !programs[name]())
  if (stillMissing.length > 0) giveUpNaming(stillMissing)
}

/** The browser for the tests; undefined when there is none, an empty string for Playwright's own. */
export function findChromium() {
  const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const path = process.env.CHROMIUM_PATH || names.find(name => answers(name))
  if (path) return path.includes('/') ? path : output('sh', ['-c', `command -v ${path}`])
  return hasPlaywrightsChromium() ? '' : undefined
}

/** Asked of a process of its own, because Playwright may have been installed only since we started. */
function hasPlaywrightsChromium() {
  const ask = 'process.stdout.write(require("@playwright/test").chromium.executablePath())'
  return existsSync(output(process.execPath, ['--input-type=commonjs', '-e', ask]) ?? '')
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** Ubuntu has Chromium only as a snap, which runs in no container. */
function isPackaged(name) {
  const candidate = output('apt-cache', ['policy', name])?.match(/Candidate: (.*)/)?.[1] ?? '(none)'
  return candidate !== '(none)' && !candidate.includes('snap')
}

function installPlaywrightsChromium() {
  return succeeds('node_modules/.bin/playwright', ['install', '--with-deps', 'chromium'])
}

function giveUpNaming(missing) {
  giveUp(`테스트에는 ${missing.join(', ')} 패키지가 필요해요. 관리자 권한으로 설치하고 다시 실행해 주세요.`)
}

/** What to put before a command to run it as root; undefined where nobody can without a password. */
function administratorPrefix() {
  if (process.getuid?.() === 0) return []
  return succeedsQuietly('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined
}

/** Whether a program is there and runs: Ubuntu's stubs for snaps are there and do not. */
function answers(name, word = '--version') {
  return succeedsQuietly(name, [word])
}

function succeedsQuietly(program, words) {
  return output(program, words) !== undefined
}

/** What a program prints, in English; undefined when it fails. */
function output(program, words) {
  try {
    return execFileSync(program, words, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    }).trim()
  } catch {
    return undefined
  }
}
