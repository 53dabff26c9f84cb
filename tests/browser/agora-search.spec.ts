import { deleteSuggestion, setSuggestionReaction } from '#protocol/agora.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { suggest } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import {
  DESKTOP,
  newMember,
  newOpinionsButton,
  opinionField,
  opinionRow,
  opinionRows,
  PHONE,
  sendButton,
  waitForAgoraEvents,
} from './agora.ts'
import { expect, test } from './fixtures.ts'

/** Search, filters and order of the agora. */

test('a member finds an opinion, reacts to it live, and reports it @long', async ({
  site,
  openPage,
  openAs,
}) => {
  const writer = await newMember(site, '쓴사람')
  const reader = await newMember(site, '읽는이')
  const { opinion } = await suggest(writer)
  const visitor = await openPage(site.url, PHONE, '/agora')
  await waitForAgoraEvents(visitor, writer)
  const page = await openAs(reader, DESKTOP, '/agora')
  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill(opinion)
  await expect(page).toHaveURL(/query=/)
  await expect(opinionRows(page)).toHaveCount(1)

  const agree = opinionRow(page, opinion).getByRole('button', { name: ko['reactions.title'] })
  await agree.click()
  await expect(agree).toHaveAttribute('aria-pressed', 'true')
  const count = formatText(ko, 'reactions.count', { count: 1 })
  await expect(agree).toHaveText(count)
  await expect(opinionRow(visitor, opinion)).toContainText(count)
  await expect(opinionRow(visitor, opinion).getByRole('button')).toHaveCount(0)
  await page.reload()
  await expect(agree).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  // Results are sorted by date until the user sorts them by reactions.
  const { opinion: later } = await suggest(writer)
  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill('')
  await expect(opinionRow(page, later)).toBeVisible()
  await expect(page).not.toHaveURL(/query=/)
  const order = page.getByRole('combobox', { name: ko['agora.order'] })
  await order.selectOption(ko['agora.orderEmpathy'])
  await expect(page).toHaveURL(/order=empathy/)
  await expect(opinionRows(page).first()).toContainText(count)
  await page.reload()
  await expect(order).toHaveValue('empathy')
  await expect(opinionRow(page, opinion)).toBeVisible()
  await order.selectOption(ko['agora.orderNewest'])
  await expect(page).not.toHaveURL(/order=/)
  await expect(opinionRow(page, later)).toBeVisible()

  await opinionRow(page, opinion)
    .getByRole('button', { name: formatText(ko, 'agora.more', { name: writer.name }) })
    .click()
  await page.getByRole('menuitem', { name: ko['reports.report'] }).click()
  const dialog = page.getByRole('dialog', { name: ko['reports.title'] })
  await expect(dialog).toContainText(opinion)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.sent'])).toBeVisible()
  await dialog.getByRole('button', { name: ko['common.close'] }).last().click()

  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill('어디에도 없는 낱말')
  await expect(
    page.getByText(formatText(ko, 'agora.nothingFound', { query: '어디에도 없는 낱말' })),
  ).toBeVisible()
  // A search without results offers its text as a new opinion.
  await page.getByRole('button', { name: ko['agora.writeThis'], exact: true }).click()
  await expect(opinionField(page)).toBeFocused()
  await expect(opinionField(page)).toHaveValue('어디에도 없는 낱말')
  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill('')
  await expect(opinionRow(page, later)).toBeVisible()
  await expect(page).not.toHaveURL(/query=/)
  await page.getByRole('button', { name: ko['agora.own'], exact: true }).click()
  await expect(page.getByText(ko['agora.noneOwn'])).toBeVisible()
  await opinionField(page).fill(`내 의견은 여기에 남아요 ${reader.userNo}`)
  await sendButton(page).click()
  await expect(opinionRows(page).first()).toContainText(`${reader.userNo}`)
})

test('an opinion that moves up in the list sorted by reactions is shown and is not announced as new @long', async ({
  site,
  openAs,
}) => {
  const writer = await newMember(site, '쓴사람')
  const reader = await newMember(site, '읽는이')
  const opinions = []
  for (let count = 0; count < 8; count += 1)
    opinions.push(await suggest(writer, `${count}번째로 바라는 것 ${writer.userNo}`))
  // The newest opinion comes last.
  for (const { suggestionNo } of opinions.slice(0, 7))
    await reader.call(setSuggestionReaction, { suggestionNo, isOn: true })
  const newest = opinions[7]?.opinion ?? ''
  const found = new URLSearchParams({ query: `바라는 것 ${writer.userNo}`, order: 'empathy' })
  const phone = await openAs(reader, PHONE, `/agora?${found}`)
  await expect(opinionRows(phone)).toHaveCount(7)
  await expect(opinionRow(phone, newest)).toHaveCount(0)

  await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(opinionRows(phone).last()).toBeInViewport()
  await writer.call(deleteSuggestion, { suggestionNo: opinions[0]?.suggestionNo ?? 0 })
  await expect(opinionRow(phone, newest)).toBeVisible()
  await expect(opinionRows(phone)).toHaveCount(7)
  await expect(newOpinionsButton(phone, 1)).toHaveCount(0)
})
