import { emailField } from '#protocol/accounts.ts'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/database.ts'
import type { UserStore } from '#server/features/accounts/accounts.store.ts'
import { createLog } from '#server/platform/log.ts'
import { joinDatabase } from '#server/platform/mongo/database.ts'
import { StartError } from '#server/platform/startError.ts'
import { openStores } from '#server/stores.ts'

const USAGE = `쓰는 법 (usage):
  npm run admin -- list
  npm run admin -- grant <이메일>
  npm run admin -- revoke <이메일>`

/**
 * Says who is an administrator, makes somebody one, or no longer one, and resolves with what to show. Works while the
 * server runs, too. Rejects with a StartError when the words, the variables or the database do not allow it.
 */
export async function administer(
  [order, typed]: string[],
  variables: Record<string, string | undefined>,
): Promise<string> {
  const email = emailField.safeParse(typed ?? '').data
  const isOrder = order === 'list' || ((order === 'grant' || order === 'revoke') && typed !== undefined)
  if (!isOrder) throw new StartError(USAGE)

  const config = readConfig({ LOG_LEVEL: 'warn', ...variables })
  const log = createLog(config.logLevel)
  const database = await joinDatabase(config, log)
  try {
    // All of them: a migration wants the indexes of every collection.
    const { users } = openStores(database.connection)
    await prepareDatabase(database.connection, { clock: () => new Date(), log })
    return order === 'list' ? await list(users) : await setPrivilege(users, email ?? '', order === 'grant')
  } finally {
    await database.close()
  }
}

async function list(users: UserStore): Promise<string> {
  const emails = await users.administrators()
  return emails.length === 0 ? '관리자가 없어요. (no administrators)' : emails.join('\n')
}

async function setPrivilege(users: UserStore, email: string, isGranted: boolean): Promise<string> {
  if (!(await users.setPrivilege(email, isGranted ? 1 : 0)))
    throw new StartError('이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)')
  return isGranted
    ? `${email}: 이제 관리자예요. (is an administrator now)`
    : `${email}: 이제 관리자가 아니에요. (is no administrator any more)`
}
