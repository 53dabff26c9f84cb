import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteSuggestion } from '#protocol/agora.ts'
import { deleteComment, updateComment } from '#protocol/comments.ts'
import { REPORTS_PER_PAGE } from '#protocol/limits.ts'
import { countReports, getReports, sendReport } from '#protocol/reports.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, newUser, PASSWORD, shareNewNote, suggest } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { opinionRow } from './agora.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { chooseNoteAction, newHub, openMemberMenu, openMembers } from './steps.ts'

test('an administrator suspends a user, who is told why', async ({ site, newAdministrator, openAs }) => {
  const user = await newUser(site.url, `멈출사람${process.pid}`)
  const page = await openAs(user, 390, '/topics')
  const desktop = await openAs(await newAdministrator(), 1440, '/administration')
  await desktop.getByRole('searchbox', { name: ko['suspension.find'] }).fill(user.name)
  const row = desktop.getByRole('list', { name: ko['suspension.title'], exact: true }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText(user.email)
  await row
    .getByRole('button', { name: formatText(ko, 'suspension.suspendName', { name: user.name }) })
    .click()
  await expect(row.getByText(ko['suspension.suspendMore'])).toBeVisible()
  await expectAccessible(desktop)
  await row.getByRole('button', { name: ko['suspension.suspend'], exact: true }).click()
  await expect(row.getByText(ko['suspension.suspended'], { exact: true })).toBeVisible()

  // The reason shows without a password.
  const suspendedDialog = page.getByRole('dialog', { name: ko['accounts.suspendedTitle'] })
  await expect(suspendedDialog.getByText(ko['accounts.suspended'])).toBeVisible()
  await expectAccessible(page)
  const password = page.getByLabel(ko['accounts.password'], { exact: true })
  await expect(password).toHaveCount(0)
  const tryAgain = page.getByRole('dialog').getByRole('button', { name: ko['accounts.toSignInAgain'] })
  const continueButton = page.getByRole('dialog').getByRole('button', { name: ko['accounts.goOn'] })
  await expect(tryAgain).toBeFocused()
  await tryAgain.click()
  await password.fill(PASSWORD)
  await continueButton.click()
  await expect(suspendedDialog.getByText(ko['accounts.suspended'])).toBeVisible()
  await expect(password).toHaveCount(0)

  await row.getByRole('button', { name: formatText(ko, 'suspension.liftName', { name: user.name }) }).click()
  await expect(row.getByText(formatText(ko, 'suspension.liftAsk', { name: user.name }))).toBeVisible()
  await row.getByRole('button', { name: ko['suspension.lift'], exact: true }).click()
  await expect(row.getByText(ko['suspension.suspended'], { exact: true })).toHaveCount(0)
  const auditLog = desktop.getByRole('list', { name: ko['audit.title'] }).getByRole('listitem')
  await expect(auditLog.nth(0)).toContainText(formatText(ko, 'audit.lifted', { name: user.name }))
  await expect(auditLog.nth(1)).toContainText(formatText(ko, 'audit.suspended', { name: user.name }))
  await tryAgain.click()
  await password.fill(PASSWORD)
  await continueButton.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an administrator reads the state of the server; a member does not', async ({
  site,
  newAdministrator,
  openAs,
}) => {
  const page = await openAs(await newAdministrator(), DESKTOP, paths.administration)
  await page.getByRole('link', { name: ko['status.title'] }).click()
  await expect(page).toHaveURL(paths.serverStatus)
  const parts = page.getByRole('list', { name: ko['status.parts'] }).getByRole('listitem')
  const partOf = (name: 'database' | 'redis' | 'backup') =>
    parts.filter({ has: page.getByRole('heading', { name: ko[`status.${name}`] }) })
  await expect(partOf('database')).toContainText(ko['status.good'])
  await expect(partOf('database')).toContainText(ko['status.external'])
  await expect(partOf('redis')).toContainText(ko['status.off'])
  await expect(partOf('backup')).toContainText(ko['status.backupOff'])
  await expectAccessible(page)

  // A failed refresh keeps the last state on the screen, and can be repeated.
  await page.route('**/api/admin/getstatus', route => route.abort())
  await page.getByRole('button', { name: ko['status.refresh'] }).click()
  await expect(page.getByText(ko['list.kept'])).toBeVisible()
  await expect(partOf('database')).toContainText(ko['status.good'])
  await page.unroute('**/api/admin/getstatus')
  await page.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByText(ko['list.kept'])).toHaveCount(0)

  const member = await openAs(await newUser(site.url), DESKTOP, paths.serverStatus)
  await expect(member).toHaveURL(paths.home)
})

test('the buttons of an opinion leave room for its writer on a phone', async ({
  site,
  newAdministrator,
  openAs,
}) => {
  const writer = await newUser(site.url, `예진이와 고양이${process.pid}`)
  const { opinion } = await suggest(writer)
  const page = await openAs(await newAdministrator(), PHONE, paths.agora)
  const name = opinionRow(page, opinion).getByText(writer.name, { exact: true })
  const linesOfName = () => name.evaluate(element => element.getClientRects().length)
  for (const width of [PHONE, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(linesOfName, `${width} px`).toBe(1)
  }
})

test('an administrator learns that the opinion they are answering was deleted @long', async ({
  site,
  newAdministrator,
  openAs,
}) => {
  const writer = await newUser(site.url, '쓴사람')
  const { opinion, suggestionNo } = await suggest(writer)
  const desktop = await openAs(await newAdministrator(), DESKTOP, paths.agora)
  await opinionRow(desktop, opinion).getByRole('button', { name: ko['agora.toAnswer'] }).click()
  await desktop.getByRole('textbox', { name: ko['agora.answerLabel'] }).fill('다음 판에 넣을게요.')
  // The events arrive.
  await suggest(writer)
  await expect(desktop.getByText(formatText(ko, 'agora.newOnes', { count: 1 }))).toBeVisible()

  await writer.call(deleteSuggestion, { suggestionNo })
  await expect(desktop.getByText(ko['agora.answerDiscarded'])).toBeVisible()
  expect(await desktop.evaluate(() => sessionStorage.getItem('answers'))).toBeNull()
})

test('a report reaches an administrator; its sender leaves', async ({ site, newAdministrator, openAs }) => {
  const [rude, reader, hubNo] = await newHub(site, '거친 사람', '읽는이')
  const noteNo = await shareNewNote(rude, hubNo, '함께 읽은 책')
  const text = '날씨가 좋네요.\n그 말은 너무했어요.'
  const commentNo = await comment(rude, { hubNo, noteNo }, text)

  const phone = await openAs(reader, PHONE, paths.noteInHub(noteNo, hubNo))
  await phone.getByRole('button', { name: `${rude.name}님의 댓글 더 보기` }).click()
  await phone.getByRole('menuitem', { name: ko['reports.report'] }).click()
  const dialog = phone.getByRole('dialog', { name: ko['reports.title'] })
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.copyNeeded'])).toBeVisible()
  await dialog.getByRole('checkbox', { name: '그 말은 너무했어요.' }).check()
  const words = dialog.getByRole('textbox', { name: ko['reports.words'] })
  await words.fill('방에서 자꾸 이래요.')

  // The text is still there after a visit to another screen.
  await dialog.getByRole('button', { name: ko['common.close'] }).click()
  await phone.getByRole('button', { name: `${rude.name}님의 댓글 더 보기` }).click()
  await phone.getByRole('menuitem', { name: ko['reports.report'] }).click()
  await expect(words).toHaveValue('방에서 자꾸 이래요.')
  await dialog.getByRole('checkbox', { name: '그 말은 너무했어요.' }).check()
  await rude.call(updateComment, { commentNo, text: `모두 안녕하세요.\n${text}` })
  await expect(dialog.getByRole('checkbox', { name: '모두 안녕하세요.' })).not.toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: '그 말은 너무했어요.' })).toBeChecked()
  await expectAccessible(phone)
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.sent'])).toBeVisible()

  await dialog.getByRole('button', { name: `${rude.name}님 차단` }).click()
  await dialog.getByRole('group').getByRole('button', { name: ko['blocking.block'] }).click()
  await expect(dialog.getByRole('button', { name: `${rude.name}님 차단 해제` })).toBeVisible()
  await dialog.getByRole('button', { name: ko['hubs.leaveRoom'] }).click()
  await dialog.getByRole('group').getByRole('button', { name: ko['hubs.leaveConfirm'] }).click()
  await expect(phone).toHaveURL(new RegExp(`${paths.friends}$`))

  const administrator = await newAdministrator()
  const desktop = await openAs(administrator, DESKTOP, paths.administration)
  const report = desktop.getByRole('listitem').filter({ hasText: '방에서 자꾸 이래요.' })
  await expect(report.getByRole('blockquote')).toHaveText('그 말은 너무했어요.')
  await report.getByRole('button', { name: ko['reports.settle'] }).click()
  await report.getByRole('textbox', { name: ko['reports.outcome'] }).fill('주의를 주었어요.')
  await desktop.locator(`.header__menu a[href="${paths.friends}"]`).click()
  await expect(desktop).toHaveURL(paths.friends)
  await desktop.goBack()
  await report.getByRole('button', { name: ko['reports.settleSave'] }).click()
  await expect(report.getByText('주의를 주었어요.')).toBeVisible()
  await expectAccessible(desktop)
})

test('a user who reports a comment is told that it was deleted meanwhile @long', async ({ site, openAs }) => {
  const [rude, reader, hubNo] = await newHub(site)
  const noteNo = await shareNewNote(rude, hubNo, '함께 읽은 책')
  const commentNo = await comment(rude, { hubNo, noteNo }, '그 말은 너무했어요.')
  const phone = await openAs(reader, PHONE, paths.noteInHub(noteNo, hubNo))
  await phone.getByRole('button', { name: `${rude.name}님의 댓글 더 보기` }).click()
  await phone.getByRole('menuitem', { name: ko['reports.report'] }).click()
  const dialog = phone.getByRole('dialog', { name: ko['reports.title'] })
  await dialog.getByRole('textbox', { name: ko['reports.words'] }).fill('방에서 자꾸 이래요.')
  await rude.call(deleteComment, { commentNo })
  await expect(phone.getByText(ko['reports.commentDeleted'])).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a report is listed and counted live @long', async ({ site, newAdministrator, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const administrator = await newAdministrator()
  const desktop = await openAs(administrator, DESKTOP, paths.administration)
  await expect(desktop.getByRole('heading', { name: ko['reports.list'], exact: true })).toBeVisible()
  const { waiting: before } = await administrator.call(countReports, {})
  // The menu refetches later than the list.
  await expect.poll(() => openReportCount(desktop)).toBe(before)

  await reader.call(sendReport, { hubNo, userNo: author.userNo, words: '그사이 욕을 했어요.' })
  const report = desktop.getByRole('listitem').filter({ hasText: '그사이 욕을 했어요.' })
  await expect(report).toBeVisible()
  await expect.poll(() => openReportCount(desktop)).toBe(before + 1)

  await report.getByRole('button', { name: ko['reports.settle'] }).click()
  await report.getByRole('textbox', { name: ko['reports.outcome'] }).fill('주의를 주었어요.')
  // New reports would move this one to the next page.
  for (let count = 1; count <= REPORTS_PER_PAGE; count += 1) {
    const refetched = desktop.waitForResponse(response => response.url().includes(getReports.path))
    await reader.call(sendReport, { hubNo, userNo: author.userNo, words: `또 ${count}` })
    await refetched
  }
  await report.getByRole('button', { name: ko['reports.settleSave'] }).click()
  await expect.poll(() => openReportCount(desktop)).toBe(before + REPORTS_PER_PAGE)
  await expect(desktop.getByText(`또 ${REPORTS_PER_PAGE}`)).toBeVisible()
})

test('a saved outcome is shown while the form of another report is open @long', async ({
  site,
  newAdministrator,
  openAs,
}) => {
  const [author, reader, hubNo] = await newHub(site)
  for (const words of ['먼저 한 신고', '나중에 한 신고'])
    await reader.call(sendReport, { hubNo, userNo: author.userNo, words })
  const desktop = await openAs(await newAdministrator(), DESKTOP, paths.administration)
  const reports = desktop.getByRole('list', { name: ko['reports.list'] }).getByRole('listitem')
  const [first, second] = ['먼저 한 신고', '나중에 한 신고'].map(hasText => reports.filter({ hasText })) as [
    Locator,
    Locator,
  ]
  for (const report of [first, second])
    await report.getByRole('button', { name: ko['reports.settle'] }).click()
  await second.getByRole('textbox', { name: ko['reports.outcome'] }).fill('아직 쓰는 중')
  await first.getByRole('textbox', { name: ko['reports.outcome'] }).fill('주의를 주었어요.')
  await first.getByRole('button', { name: ko['reports.settleSave'] }).click()
  await expect(first.getByRole('button', { name: ko['reports.settleAnew'] })).toBeVisible()
  await expect(first.getByText('주의를 주었어요.')).toBeVisible()
  await expect(second.getByRole('textbox', { name: ko['reports.outcome'] })).toHaveValue('아직 쓰는 중')
})

/** Returns the number of open reports in the menu. */
async function openReportCount(desktop: Page): Promise<number> {
  const linkText = await desktop.locator(`.header__menu a[href="${paths.administration}"]`).textContent()
  return Number(linkText?.match(/\d+/)?.[0] ?? 0)
}

test('a user reports a note and a member from the room @long', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await shareNewNote(author, hubNo, '함께 읽은 책')
  const page = await openAs(reader, DESKTOP, paths.noteInHub(noteNo, hubNo))
  const dialog = page.getByRole('dialog', { name: ko['reports.title'] })
  await chooseNoteAction(page, ko['reports.report'])
  await dialog.getByRole('checkbox', { name: '함께 읽은 책' }).check()
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.sent'])).toBeVisible()

  await page.goto(new URL(paths.discussion(hubNo), site.url).href)
  const members = await openMembers(page)
  await openMemberMenu(members, author.name)
  await page.getByRole('menuitem', { name: ko['reports.report'] }).click()
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.wordsNeeded'])).toBeVisible()
  const words = dialog.getByRole('textbox', { name: ko['reports.wordsPerson'] })
  await words.fill('계속 욕을 해요.')
  await dialog.getByRole('button', { name: ko['common.close'] }).click()
  await openMemberMenu(members, author.name)
  await page.getByRole('menuitem', { name: ko['reports.report'] }).click()
  await expect(words).toHaveValue('계속 욕을 해요.')
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.sent'])).toBeVisible()
})
