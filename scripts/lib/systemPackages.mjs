import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { succeeds } from './processes.mjs'
import { exitWithError, print } from './project.mjs'

/** Headless Chromium opens a page in a third of the time. Only Debian packages it. */
const SHELL = 'chromium-headless-shell'

/** Keeps Debian from starting installed services: the tests start the programs themselves. */
const noServiceStart = ['RUNLEVEL=1']

/** Programs for the tests, by package name on Debian and Ubuntu, each with a check whether it is installed. */
const programs = {
  'redis-server': () => isRunnable('redis-server') || isRunnable('valkey-server'),
  nginx: () => isRunnable('nginx', '-v') || existsSync('/usr/sbin/nginx'),
  'fonts-noto-cjk': () =>
    existsSync('/usr/share/fonts/opentype/noto') || Boolean(output('fc-list', [':lang=ko'])),
  chromium: () => findChromium() !== undefined,
}

/** Installs missing packages for the tests. Exits with the list of missing packages if that fails. */
export async function ensureSystemPackages({ browser }) {
  const names = browser ? Object.keys(programs) : ['redis-server', 'nginx']
  const missing = names.filter(name => !programs[name]())
  const administrator = isRunnable('apt-get') ? rootPrefix() : undefined
  const needsShell =
    browser && administrator && isDebian() && !process.env.CHROMIUM_PATH && !isRunnable(SHELL)
  if (missing.length === 0 && !needsShell) return
  if (!administrator) exitMissing(missing)

  const toInstall = needsShell ? [...missing, SHELL] : missing
  print(`테스트에 쓸 시스템 패키지를 설치해요: ${toInstall.join(' ')}`)
  const apt = args => {
    const [program, ...rest] = [
      ...administrator,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      ...noServiceStart,
      'apt-get',
      '-q',
    ]
    return succeeds(program, [...rest, ...args])
  }
  await apt(['update'])
  const packaged = toInstall.filter(isAvailable)
  const needed = packaged.includes(SHELL) ? packaged.filter(name => name !== 'chromium') : packaged
  if (needed.length > 0) await apt(['install', '-y', '--no-install-recommends', ...needed])
  if (browser && findChromium() === undefined) await installPlaywrightsChromium()

  const stillMissing = missing.filter(name => !programs[name]())
  if (stillMissing.length > 0) exitMissing(stillMissing)
}

/** The browser for the tests: a path, an empty string for Playwright's own, or undefined. */
export function findChromium() {
  const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const path = process.env.CHROMIUM_PATH || names.find(name => isRunnable(name))
  if (path) return path.includes('/') ? path : output('sh', ['-c', `command -v ${path}`])
  return hasPlaywrightsChromium() ? '' : undefined
}

/** Runs in another process, because Playwright may have been installed after this one started. */
function hasPlaywrightsChromium() {
  const ask = 'process.stdout.write(require("@playwright/test").chromium.executablePath())'
  return existsSync(output(process.execPath, ['--input-type=commonjs', '-e', ask]) ?? '')
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** Ubuntu has Chromium only as a snap, which does not run in containers. */
function isAvailable(name) {
  const candidate = output('apt-cache', ['policy', name])?.match(/Candidate: (.*)/)?.[1] ?? '(none)'
  return candidate !== '(none)' && !candidate.includes('snap')
}

function installPlaywrightsChromium() {
  return succeeds('node_modules/.bin/playwright', ['install', '--with-deps', 'chromium'])
}

function exitMissing(missing) {
  exitWithError(
    `테스트에는 ${missing.join(', ')} 패키지가 필요해요. 관리자 권한으로 설치하고 다시 실행해 주세요.`,
  )
}

/** The command prefix to run as root; undefined if that needs a password. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return succeedsQuietly('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined
}

/** Whether a program exists and runs. Ubuntu's snap stubs exist, but fail. */
function isRunnable(name, arg = '--version') {
  return succeedsQuietly(name, [arg])
}

function succeedsQuietly(program, args) {
  return output(program, args) !== undefined
}

/** The output of a program, in English; undefined if it fails. */
function output(program, args) {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    }).trim()
  } catch {
    return undefined
  }
}
