import { rm } from 'node:fs/promises'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { backUp, restoreInto } from '#tests/support/backups.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { comment, makeHub, newPerson, PASSWORD, shareNewNote, signedIn } from '#tests/support/person.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { expect, test } from './fixtures.ts'
import { againDialog } from './sessions.ts'
import { box, said } from './talking.ts'

const environment = { JWT_SECRET: 'a secret that only these tests know', RATE_LIMIT_SCALE: '1000' }

test('a tab that stayed open over a restore shows what came back, hears what follows, and keeps what is being written @long', async ({
  mongoUrl,
  openAs,
}) => {
  const before = await databaseUrl(mongoUrl, 'before-restore')
  const node = await startBuiltNode({ ...environment, MONGODB_URL: before })
  const [reader, writer] = [await newPerson(node.url, '읽는이'), await newPerson(node.url, '쓴이')]
  const hubNo = await makeHub(writer, reader)
  const noteNo = await shareNewNote(writer, hubNo, '함께 읽은 책')
  await comment(writer, { hubNo, noteNo }, '백업 전에 한 말')
  const path = await backUp(before)
  await comment(writer, { hubNo, noteNo }, '백업 뒤에 한 말')
  await shareNewNote(writer, hubNo, '백업 뒤의 노트')

  const page = await openAs(reader, 1440, paths.discussion(hubNo))
  await expect(page.getByRole('link', { name: '백업 뒤의 노트' })).toBeVisible()
  await page.getByRole('link', { name: '함께 읽은 책' }).click()
  await expect(said(page, '백업 뒤에 한 말')).toBeVisible()
  await box(page).fill('쓰고 있던 말')

  await node.stop()
  const after = await databaseUrl(mongoUrl, 'after-restore')
  await restoreInto(after, path)
  const { port } = new URL(node.url)
  const again = await startBuiltNode({ ...environment, MONGODB_URL: after, PORT: port })
  const dialog = againDialog(page)
  await expect(dialog).toBeVisible({ timeout: 20_000 })
  await dialog.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  await expect(said(page, '백업 뒤에 한 말')).toHaveCount(0)
  await expect(said(page, '백업 전에 한 말')).toBeVisible()
  await expect(box(page)).toHaveValue('쓰고 있던 말')
  await comment(await signedIn(again.url, writer.email), { hubNo, noteNo }, '되돌린 뒤에 한 말')
  await expect(said(page, '되돌린 뒤에 한 말')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: '함께 읽은 책' })).toBeVisible()
  await expect(page.getByRole('link', { name: '백업 뒤의 노트' })).toHaveCount(0)
  await again.stop()
  await rm(path)
})
