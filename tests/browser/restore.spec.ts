import { rm } from 'node:fs/promises'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { createBackup, restoreInto } from '#tests/support/backups.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { comment, PASSWORD, shareNewNote, signInUser } from '#tests/support/users.ts'
import { expect, test } from './fixtures.ts'
import { reauthDialog } from './sessions.ts'
import { newHub } from './steps.ts'
import { commentBox, commentItem } from './thread.ts'

const environment = { JWT_SECRET: 'a secret that only these tests know', RATE_LIMIT_SCALE: '1000' }

test('a tab open during a restore keeps unsaved text @long', async ({ mongoUrl, openAs }) => {
  const before = await databaseUrl(mongoUrl, 'before-restore')
  const node = await startBuiltNode({ ...environment, MONGODB_URL: before })
  const [writer, reader, hubNo] = await newHub(node, '쓴이', '읽는이')
  const noteNo = await shareNewNote(writer, hubNo, '함께 읽은 책')
  await comment(writer, { hubNo, noteNo }, '백업 전에 한 말')
  const path = await createBackup(before)
  await comment(writer, { hubNo, noteNo }, '백업 뒤에 한 말')
  await shareNewNote(writer, hubNo, '백업 뒤의 노트')

  const page = await openAs(reader, 1440, paths.discussion(hubNo))
  await expect(page.getByRole('link', { name: '백업 뒤의 노트' })).toBeVisible()
  await page.getByRole('link', { name: '함께 읽은 책' }).click()
  await expect(commentItem(page, '백업 뒤에 한 말')).toBeVisible()
  await commentBox(page).fill('쓰고 있던 말')

  await node.stop()
  const after = await databaseUrl(mongoUrl, 'after-restore')
  await restoreInto(after, path)
  const { port } = new URL(node.url)
  const restarted = await startBuiltNode({ ...environment, MONGODB_URL: after, PORT: port })
  const dialog = reauthDialog(page)
  await expect(dialog).toBeVisible({ timeout: 20_000 })
  await dialog.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  await expect(commentItem(page, '백업 뒤에 한 말')).toHaveCount(0)
  await expect(commentItem(page, '백업 전에 한 말')).toBeVisible()
  await expect(commentBox(page)).toHaveValue('쓰고 있던 말')
  await comment(await signInUser(restarted.url, writer.email), { hubNo, noteNo }, '되돌린 뒤에 한 말')
  await expect(commentItem(page, '되돌린 뒤에 한 말')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: '함께 읽은 책' })).toBeVisible()
  await expect(page.getByRole('link', { name: '백업 뒤의 노트' })).toHaveCount(0)
  await restarted.stop()
  await rm(path)
})
