import { parseArgs } from 'node:util'
import { emailField } from '#protocol/accounts.ts'
import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/database.ts'
import type { UserRepository } from '#server/features/accounts/accounts.repository.ts'
import { addTemporaryPassword } from '#server/features/accounts/accounts.service.ts'
import { createLog } from '#server/platform/log.ts'
import { joinDatabase } from '#server/platform/mongo/database.ts'
import { createPasswords, PASSWORD_COST } from '#server/platform/secrets.ts'
import { StartupError } from '#server/platform/startup.ts'
import { openRepositories } from '#server/repositories.ts'
import { backup, finishRestore, restore } from './backups.ts'
import { backupLine, findStoredBackups, isStorageAddress, withDownloaded } from './storedBackups.ts'

export const USAGE = `쓰는 법 (usage):
  npm run admin    묻는 대로 고르기 (asks what to do)
  npm run admin -- list
  npm run admin -- grant <이메일>
  npm run admin -- revoke <이메일>
  npm run admin -- reset <이메일>
  npm run admin -- backup <새 파일> [--with-keys]
  npm run admin -- backups    예약 백업 보기 (lists the scheduled backups)
  npm run admin -- restore <파일이나 s3://…> [--withdrawn <목록>]...
  npm run admin -- after-restore [--withdrawn <목록>]...`

const ORDERS_FOR_SOMEBODY = ['grant', 'revoke', 'reset']
const ORDERS_WITH_A_FILE = ['backup', 'restore']
const ORDERS_WITH_LISTS = ['restore', 'after-restore']
const MINUTE_MS = 60_000

/**
 * Says who is an administrator, makes somebody one, or no longer one, or gives somebody a temporary password where no mail
 * can bring it, and resolves with what to show. Works while the server runs, too. Rejects with a StartError when the
 * words, the variables or the database do not allow it.
 */
export async function administer(
  words: string[],
  variables: Record<string, string | undefined>,
): Promise<string> {
  const { order, typed, withKeys, lists } = parsed(words)
  if (order === 'help') return USAGE
  const email = emailField.safeParse(typed ?? '').data
  const wantsWord = [...ORDERS_FOR_SOMEBODY, ...ORDERS_WITH_A_FILE].includes(order)
  const isOrder = wantsWord || ['list', 'backups', 'after-restore'].includes(order)
  // What was meant by a word or an option too many is not guessed: a list without its option would name nobody.
  const fits =
    (typed !== undefined) === wantsWord &&
    !typed?.startsWith('-') &&
    (!withKeys || order === 'backup') &&
    (lists.length === 0 || ORDERS_WITH_LISTS.includes(order))
  if (!isOrder || !fits) throw new StartupError(USAGE)

  if (order === 'backups') return listBackups(variables)
  const config = readConfig({ LOG_LEVEL: 'warn', ...withoutSchedule(variables) })
  // Whoever comes in with a temporary password is taken to have read it in their mailbox.
  if (order === 'reset' && config.smtpUrl !== undefined)
    throw new StartupError(
      '메일을 보낼 수 있으니 로그인 화면의 비밀번호 찾기를 쓰면 돼요. (Mail is set: ask for a reset on the sign-in screen.)',
    )
  const log = createLog(config.logLevel)
  if (order === 'backup') return backup({ config, log }, typed ?? '', withKeys)
  if (order === 'restore') {
    const address = typed ?? ''
    const restoreFile = (path: string) => restore({ config, log }, path, lists)
    if (!isStorageAddress(address)) return restoreFile(address)
    return withDownloaded(address, { variables, dataDir: config.dataDir }, restoreFile)
  }
  if (order === 'after-restore') return finishRestore({ config, log }, lists)
  const database = await joinDatabase(config, log)
  try {
    // All of them: a migration wants the indexes of every collection.
    const { users } = openRepositories(database.connection)
    await prepareDatabase(database.connection, { clock: () => new Date(), log })
    if (order === 'list') return await list(users)
    if (order === 'reset') return await reset(users, email ?? '')
    return await setPrivilege(users, email ?? '', order === 'grant')
  } finally {
    await database.close()
  }
}

function parsed(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        'with-keys': { type: 'boolean', default: false },
        withdrawn: { type: 'string', multiple: true, default: [] },
      },
    })
    const [order = '', typed, ...more] = positionals
    if (more.length > 0) throw new StartupError(USAGE)
    return { order, typed, withKeys: values['with-keys'], lists: values.withdrawn }
  } catch {
    throw new StartupError(USAGE)
  }
}

/** Commands make no scheduled backups: to restore one on another machine, keys of the storage without BACKUP_EVERY are enough. */
function withoutSchedule(variables: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('BACKUP_')))
}

async function listBackups(variables: Record<string, string | undefined>): Promise<string> {
  const found = await findStoredBackups(variables)
  return found.length === 0
    ? '아직 예약 백업이 없어요. (no scheduled backups yet)'
    : `서울 시간 (time in Seoul)\n${found.map(backupLine).join('\n')}`
}

async function list(users: UserRepository): Promise<string> {
  const emails = await users.findAdministratorEmails()
  return emails.length === 0 ? '관리자가 없어요. (no administrators)' : emails.join('\n')
}

async function setPrivilege(users: UserRepository, email: string, isGranted: boolean): Promise<string> {
  if (!(await users.setPrivilege(email, isGranted ? 1 : 0))) throw nobodyThere()
  return isGranted
    ? `${email}: 이제 관리자예요. (is an administrator now)`
    : `${email}: 이제 관리자가 아니에요. (is no administrator any more)`
}

async function reset(users: UserRepository, email: string): Promise<string> {
  const passwords = createPasswords(PASSWORD_COST)
  const { user, password } = await addTemporaryPassword({ users, passwords }, email, new Date())
  const minutes = TEMPORARY_PASSWORD_MS / MINUTE_MS
  if (user !== null)
    return `${email}: ${password}
${minutes}분 안에 한 번만 쓸 수 있고, 로그인하면 새 비밀번호를 정해야 해요. 그때 다른 기기에서는 모두 로그아웃돼요.
(a temporary password; good once, for ${minutes} minutes; it has to be replaced after signing in, which ends all other sessions)`
  if (!(await users.isTaken('email', email))) throw nobodyThere()
  throw new StartupError(
    '아직 쓸 수 있는 임시 비밀번호가 여럿 있어요. 10분 뒤에 다시 해 주세요. (Several are still good. Try again in ten minutes.)',
  )
}

function nobodyThere(): StartupError {
  return new StartupError('이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)')
}
