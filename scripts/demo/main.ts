import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/database.ts'
import { createDeletedAccounts } from '#server/features/accounts/deletedAccounts.ts'
import { createLog } from '#server/platform/log.ts'
import { createMailer } from '#server/platform/mail.ts'
import { joinDatabase } from '#server/platform/mongo/database.ts'
import { loadEpoch } from '#server/platform/mongo/installation.ts'
import { connectRedis } from '#server/platform/redis.ts'
import { createPasswords, PASSWORD_COST } from '#server/platform/secrets.ts'
import { StartupError } from '#server/platform/startup.ts'
import { readDemoData } from './content.ts'
import { saveDailyCounts } from './dailyCounts.ts'
import { DEMO_PASSWORD, demoClock, fillDemo } from './fill.ts'

/** Fills the configured database with sample data and prints who can sign in. */
async function main(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const log = createLog(config.logLevel)
  const database = await joinDatabase(config, log)
  const redis =
    config.redisUrl === undefined ? null : await connectRedis(config.redisUrl, database.connection.name, log)
  try {
    const clock = demoClock()
    // The demo opens no port and signs no token, so the secret is never used.
    const { context } = createApp({
      mongo: database.connection,
      redis,
      mailer: createMailer({ ...config, log }),
      passwords: createPasswords(PASSWORD_COST),
      secrets: ['unused'],
      vapidKeys: { publicKey: '', privateKey: '' },
      settings: config,
      epoch: await loadEpoch(database.connection),
      dataDir: config.dataDir,
      isEmbedded: database.isEmbedded,
      deletedAccounts: createDeletedAccounts(config.dataDir),
      clock: clock.now,
      log,
      traces: null,
      clientDirectory: null,
    })
    await prepareDatabase(database.connection, { clock: () => new Date(), log })
    const data = readDemoData()
    if (await isFilled(context.repositories.users.findByEmail, data.people[0]?.email)) {
      throw new StartupError(
        '데모 자료가 이미 들어 있어요. 새로 채우려면 DATA_DIR를 다른 폴더로 정해 주세요.',
      )
    }
    console.log('데모 자료를 채워요.')
    const counts = await fillDemo(context, clock)
    console.log(`사람 ${counts.users}명, 방 ${counts.hubs}개, 노트 ${counts.notes}개를 넣었어요.`)
    await saveDailyCounts(database.connection, context.repositories.dailyCounts)
    console.log(`\n다 채웠어요. 비밀번호는 모두 ${DEMO_PASSWORD}이에요.\n`)
    for (const { email, username, key } of data.people) {
      console.log(`  ${email.padEnd(32)} ${username}${key === data.administrator ? ' (관리자)' : ''}`)
    }
  } finally {
    await redis?.close()
    await database.close()
  }
}

async function isFilled(byEmail: (email: string) => Promise<unknown>, email = ''): Promise<boolean> {
  return (await byEmail(email)) !== null
}

main().catch(error => {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
})
