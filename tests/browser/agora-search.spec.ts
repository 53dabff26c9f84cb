import { deleteSuggestion, setSuggestionReaction } from '#protocol/agora.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { suggest } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { bar, DESKTOP, field, PHONE, person, receivesAgora, row, rows, send } from './board.ts'
import { expect, test } from './fixtures.ts'

/** Which opinions the board holds, and in which order. */

test('an opinion is found, agreed with at once for everybody, and reported @long', async ({
  site,
  openPage,
  openAs,
}) => {
  const writer = await person(site, '쓴사람')
  const reader = await person(site, '읽는이')
  const { opinion } = await suggest(writer)
  const visitor = await openPage(site.url, PHONE, '/agora')
  await receivesAgora(visitor, writer)
  const page = await openAs(reader, DESKTOP, '/agora')
  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill(opinion)
  await expect(page).toHaveURL(/query=/)
  await expect(rows(page)).toHaveCount(1)

  const agree = row(page, opinion).getByRole('button', { name: ko['reactions.title'] })
  await agree.click()
  await expect(agree).toHaveAttribute('aria-pressed', 'true')
  const count = say(ko, 'reactions.count', { count: 1 })
  await expect(agree).toHaveText(count)
  await expect(row(visitor, opinion)).toContainText(count)
  await expect(row(visitor, opinion).getByRole('button')).toHaveCount(0)
  await page.reload()
  await expect(agree).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  // What was said later comes first, until one asks for what most empathize with.
  const { opinion: later } = await suggest(writer)
  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill('')
  await expect(row(page, later)).toBeVisible()
  await expect(page).not.toHaveURL(/query=/)
  const order = page.getByRole('combobox', { name: ko['agora.order'] })
  await order.selectOption(ko['agora.orderEmpathy'])
  await expect(page).toHaveURL(/order=empathy/)
  await expect(rows(page).first()).toContainText(count)
  await page.reload()
  await expect(order).toHaveValue('empathy')
  await expect(row(page, opinion)).toBeVisible()
  await order.selectOption(ko['agora.orderNewest'])
  await expect(page).not.toHaveURL(/order=/)
  await expect(row(page, later)).toBeVisible()

  await row(page, opinion)
    .getByRole('button', { name: say(ko, 'agora.more', { name: writer.name }) })
    .click()
  await page.getByRole('menuitem', { name: ko['reports.report'] }).click()
  const dialog = page.getByRole('dialog', { name: ko['reports.title'] })
  await expect(dialog).toContainText(opinion)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.sent'])).toBeVisible()
  await dialog.getByRole('button', { name: ko['common.close'] }).last().click()

  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill('어디에도 없는 낱말')
  await expect(page.getByText(say(ko, 'agora.nothingFound', { query: '어디에도 없는 낱말' }))).toBeVisible()
  // What nobody has said yet is the beginning of what one says.
  await page.getByRole('button', { name: ko['agora.writeThis'], exact: true }).click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('어디에도 없는 낱말')
  await page.getByRole('searchbox', { name: ko['agora.find'] }).fill('')
  await expect(row(page, later)).toBeVisible()
  await expect(page).not.toHaveURL(/query=/)
  await page.getByRole('button', { name: ko['agora.own'], exact: true }).click()
  await expect(page.getByText(ko['agora.noneOwn'])).toBeVisible()
  await field(page).fill(`내 의견은 여기에 남아요 ${reader.userNo}`)
  await send(page).click()
  await expect(rows(page).first()).toContainText(`${reader.userNo}`)
})

test('what moves up among those with which most empathize is shown, and is not called new @long', async ({
  site,
  openAs,
}) => {
  const writer = await person(site, '쓴사람')
  const reader = await person(site, '읽는이')
  const opinions = []
  for (let count = 0; count < 8; count += 1)
    opinions.push(await suggest(writer, `${count}번째로 바라는 것 ${writer.userNo}`))
  // The newest one stands last.
  for (const { suggestionNo } of opinions.slice(0, 7))
    await reader.does(setSuggestionReaction, { suggestionNo, isOn: true })
  const newest = opinions[7]?.opinion ?? ''
  const found = new URLSearchParams({ query: `바라는 것 ${writer.userNo}`, order: 'empathy' })
  const phone = await openAs(reader, PHONE, `/agora?${found}`)
  await expect(rows(phone)).toHaveCount(7)
  await expect(row(phone, newest)).toHaveCount(0)

  await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(rows(phone).last()).toBeInViewport()
  await writer.does(deleteSuggestion, { suggestionNo: opinions[0]?.suggestionNo ?? 0 })
  await expect(row(phone, newest)).toBeVisible()
  await expect(rows(phone)).toHaveCount(7)
  await expect(bar(phone, 1)).toHaveCount(0)
})
