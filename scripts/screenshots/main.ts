import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDeletedAccounts } from '#server/features/accounts/deletedAccounts.ts'
import { createLog } from '#server/platform/log.ts'
import { createMailer } from '#server/platform/mail.ts'
import { createIndexes } from '#server/platform/mongo/connect.ts'
import { openDatabase } from '#server/platform/mongo/database.ts'
import { loadEpoch } from '#server/platform/mongo/installation.ts'
import { createPasswords, PASSWORD_COST } from '#server/platform/secrets.ts'
import { loadVapidKeys } from '#server/platform/webPush.ts'
import { chromiumOptions } from '#tests/browser/chromium.ts'
import { readDemoData } from '../demo/content.ts'
import { DEMO_PASSWORD, demoClock, fillDemo } from '../demo/fill.ts'
import { captureGallery } from './gallery.ts'
import { takeHomeScreenshots } from './home.ts'
import { takeScreenshots } from './readme.ts'

/** Takes the screenshots of the README, of the visitor's home and of the gallery, with the demo data on a temporary database. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-screenshots-'))
  const config = readConfig({})
  const log = createLog('warn')
  const database = await openDatabase({ mongodbUrl: undefined, dataDir }, log)
  const clock = demoClock()
  const { http, io, context } = createApp({
    mongo: database.connection,
    redis: null,
    mailer: createMailer({ ...config, dataDir, log }),
    passwords: createPasswords(PASSWORD_COST),
    secrets: ['a secret for the screenshots'],
    vapidKeys: await loadVapidKeys(dataDir, log),
    settings: config,
    epoch: await loadEpoch(database.connection),
    dataDir,
    isEmbedded: database.isEmbedded,
    deletedAccounts: createDeletedAccounts(dataDir),
    clock: clock.now,
    log,
    traces: null,
    clientDirectory: resolve('dist/client'),
  })
  await createIndexes(database.connection)
  await fillDemo(context, clock)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const browser = await chromium.launch(chromiumOptions)
  const [{ email } = { email: '' }] = readDemoData().people
  await takeScreenshots(browser, { url, directory: 'docs/images', email, password: DEMO_PASSWORD })
  await takeHomeScreenshots(browser, { url, email, password: DEMO_PASSWORD })
  await captureGallery(browser)
  await browser.close()
  await io.close()
  await database.close()
  await rm(dataDir, { recursive: true })
}

await main()
