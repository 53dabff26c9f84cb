import type { Page } from '@playwright/test'
import { deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { PASSWORD, suggest } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import {
  newMember,
  newOpinionsButton,
  opinionField,
  opinionRow,
  opinionRows,
  sendButton,
  waitForAgoraEvents,
} from './agora.ts'
import { createGate } from './delays.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { openFromMenu, submitSignIn } from './steps.ts'

async function noOverflow(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
}

test('a visitor sees live what a member posts and deletes', async ({ site, openPage, openAs }) => {
  const writer = await newMember(site, '쓴사람')
  const other = await newMember(site, '다른사람')
  for (let count = 0; count < 7; count += 1) await suggest(other)
  const visitor = await openPage(site.url, PHONE, '/agora')
  await expect(visitor.getByText(ko['agora.signInToWrite'])).toBeVisible()
  await expect(opinionField(visitor)).toHaveCount(0)
  await waitForAgoraEvents(visitor, other)

  const member = await openAs(writer, DESKTOP, '/agora')
  await opinionField(member).fill('짧아요')
  const listTop = async () => (await opinionRows(member).first().boundingBox())?.y
  const before = await listTop()
  await sendButton(member).click()
  await expect(member.getByText(ko['agora.tooShort'])).toBeVisible()
  expect(await listTop()).toBe(before)
  const opinion = `https://example.com 처럼 주소를 눌러서 열고 싶어요 ${writer.userNo}`
  await opinionField(member).fill(opinion)
  // A user who leaves the page and returns finds the input unchanged.
  await member.locator('.header__menu').getByRole('link', { name: ko['shell.friends'] }).click()
  await expect(opinionField(member)).toHaveCount(0)
  await member.goBack()
  await expect(opinionField(member)).toHaveValue(opinion)
  await opinionField(member).focus()
  await opinionField(member).press('Tab')
  await expect(sendButton(member)).toBeFocused()
  await member.keyboard.press('Enter')

  // Both pages show the new opinion on top, in a list of seven, without a click.
  for (const page of [member, visitor]) {
    await expect(opinionRows(page).first()).toContainText(opinion)
    await expect(opinionRows(page)).toHaveCount(7)
    await expect(opinionRows(page).getByRole('link')).toHaveCount(0)
  }
  await expect(opinionField(member)).toHaveValue('')
  await expect(opinionRow(visitor, opinion).getByRole('button')).toHaveCount(0)
  await expect(opinionRows(member).nth(1).getByRole('button', { name: ko['common.delete'] })).toHaveCount(0)

  // The server rejects a duplicate with a message, and the text stays in the field.
  await opinionField(member).fill(`${opinion}!!`)
  await sendButton(member).click()
  await expect(member.getByText(ko['agora.nearDuplicate'])).toBeVisible()
  await expect(opinionField(member)).toHaveValue(`${opinion}!!`)
  await expectAccessible(member)
  for (const page of [member, visitor]) await noOverflow(page)

  await opinionRow(member, opinion).getByRole('button', { name: ko['common.delete'] }).click()
  await member.getByText(ko['agora.deleteAsk']).waitFor()
  await opinionRow(member, opinion).getByRole('button', { name: ko['common.delete'] }).last().click()
  for (const page of [member, visitor]) {
    await expect(opinionRow(page, opinion)).toHaveCount(0)
    await expect(opinionRows(page)).toHaveCount(7)
  }
  await expect(member.getByRole('list', { name: ko['agora.listLabel'] })).toBeFocused()
})

test('a new opinion waits while the user has scrolled down @long', async ({ site, openPage }) => {
  const other = await newMember(site, '다른사람')
  for (let count = 0; count < 9; count += 1) await suggest(other)
  const phone = await openPage(site.url, PHONE, '/agora')
  await waitForAgoraEvents(phone, other)

  await opinionRows(phone).last().scrollIntoViewIfNeeded()
  await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const read = opinionRows(phone).nth(5)
  await expect(read).toBeInViewport()
  const text = await read.textContent()
  const position = await read.boundingBox()
  const first = await suggest(other)
  await expect(newOpinionsButton(phone, 1)).toBeVisible()
  const second = await suggest(other)
  await expect(newOpinionsButton(phone, 2)).toBeVisible()
  expect(await read.textContent()).toBe(text)
  expect(await read.boundingBox()).toEqual(position)
  await newOpinionsButton(phone, 2).click()
  await expect(opinionRows(phone).first()).toContainText(second.opinion)
  await expect(opinionRows(phone).nth(1)).toContainText(first.opinion)
  await expect(opinionRows(phone).first()).toBeInViewport()
  await expect(opinionRows(phone)).toHaveCount(7)
})

test('another page of opinions starts with its first one @long', async ({ site, openPage }) => {
  const writers = [await newMember(site, '앞사람'), await newMember(site, '뒷사람')]
  for (const writer of writers) for (let count = 0; count < 7; count += 1) await suggest(writer)
  const phone = await openPage(site.url, PHONE, '/agora')
  const newest = await opinionRows(phone).first().textContent()
  await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(opinionRows(phone).first()).not.toBeInViewport()

  const pages = phone.getByRole('navigation', { name: ko['page.label'] })
  await pages.getByRole('button', { name: ko['page.next'] }).click()
  await expect(opinionRows(phone).first()).not.toHaveText(newest ?? '')
  await expect(opinionRows(phone)).toHaveCount(7)
  await expect(opinionRows(phone).first()).toBeInViewport({ ratio: 1 })
})

test('an administrator’s own connection is counted once open @long', async ({ newAdministrator, openAs }) => {
  const { opened, open } = createGate()
  const page = await openAs(await newAdministrator(), DESKTOP, '/administration', empty =>
    empty.routeWebSocket(/socket\.io/, async socket => {
      await opened
      socket.connectToServer()
    }),
  )
  const connections = page.locator('.counts__number').last()
  await expect(connections).toHaveText('0')
  open()
  // The list updates before its next scheduled refetch.
  await expect(connections).toHaveText('1', { timeout: 8_000 })
})

test('a reply in progress survives a visit elsewhere', async ({ site, newAdministrator, openAs }) => {
  const writer = await newMember(site, '쓴사람')
  const { opinion } = await suggest(writer)
  const desktop = await openAs(await newAdministrator(), DESKTOP, '/administration')
  await opinionRow(desktop, opinion).getByRole('button', { name: ko['agora.toAnswer'] }).click()
  const answer = desktop.getByRole('textbox', { name: ko['agora.answerLabel'] })
  await answer.fill('다음 판에 넣을게요.')
  await suggest(writer)
  await expect(newOpinionsButton(desktop, 1)).toBeVisible()
  await expect(answer).toHaveValue('다음 판에 넣을게요.')
  await openFromMenu(desktop, ko['shell.friends'])
  await expect(answer).toHaveCount(0)
  await desktop.goBack()
  await expect(answer).toHaveValue('다음 판에 넣을게요.')
})

test('an administrator manages a reply live @long', async ({ site, newAdministrator, openPage, openAs }) => {
  const writer = await newMember(site, '쓴사람')
  const { opinion, suggestionNo } = await suggest(writer)
  const visitor = await openPage(site.url, PHONE, '/agora')
  await waitForAgoraEvents(visitor, writer)
  const desktop = await openAs(await newAdministrator(), DESKTOP, '/')
  await openFromMenu(desktop, ko['shell.administration'])
  await expect(desktop).toHaveURL('/administration')
  await expect(desktop.getByText(ko['administration.sockets'])).toBeVisible()
  await expect(desktop.locator('.counts__number').first()).toHaveText(/\d/)

  const button = opinionRow(desktop, opinion).getByRole('button', { name: ko['agora.toAnswer'] })
  await button.focus()
  await desktop.keyboard.press('Enter')
  const answer = desktop.getByRole('textbox', { name: ko['agora.answerLabel'] })
  await expect(answer).toBeFocused()
  await desktop.getByRole('button', { name: ko['agora.answerSend'] }).click()
  await expect(desktop.getByText(ko['agora.answerLength'])).toBeVisible()
  await answer.fill('다음 판에 넣을게요. https://example.com')
  await expectAccessible(desktop)

  const laterOpinion = await suggest(writer)
  await expect(newOpinionsButton(desktop, 1)).toBeVisible()
  await desktop.getByRole('button', { name: ko['agora.answerSend'] }).click()
  for (const page of [desktop, visitor]) {
    await expect(opinionRow(page, opinion)).toContainText('다음 판에 넣을게요.')
    await expect(opinionRow(page, opinion).getByRole('link')).toHaveCount(0)
  }
  // The row also shows the reply that is being sent.
  await expect(answer).toHaveCount(0)
  await opinionRow(desktop, opinion).getByRole('button', { name: ko['agora.editAnswer'] }).click()
  await answer.fill('벌써 넣었어요.')
  await desktop.getByRole('button', { name: ko['agora.answerSave'] }).click()
  for (const page of [desktop, visitor]) {
    await expect(opinionRow(page, opinion)).toContainText('벌써 넣었어요.')
    await noOverflow(page)
  }
  await newOpinionsButton(desktop, 1).click()
  await opinionRow(desktop, laterOpinion.opinion).getByRole('button', { name: ko['common.delete'] }).click()
  await opinionRow(desktop, laterOpinion.opinion)
    .getByRole('button', { name: ko['common.delete'] })
    .last()
    .click()
  for (const page of [desktop, visitor]) await expect(opinionRow(page, laterOpinion.opinion)).toHaveCount(0)
  const { itemList } = (await call(site.url, getSuggestions, {})).body
  expect(itemList.filter(item => item.suggestionNo === suggestionNo)).toHaveLength(2)

  const waitingOpinion = await suggest(writer)
  await desktop.getByRole('button', { name: ko['administration.unanswered'] }).click()
  const list = desktop.getByRole('list', { name: ko['administration.unanswered'] })
  await expect(list.getByRole('button', { name: ko['agora.toAnswer'] }).first()).toBeVisible()
  await expect(opinionRow(desktop, opinion)).toHaveCount(0)
  await call(site.url, deleteSuggestion, { suggestionNo: waitingOpinion.suggestionNo }, writer.token)
})

test('a second opinion within half a minute is refused, and its text stays @long', async ({
  mongoUrl,
  openAs,
}) => {
  const strict = await startBuiltNode({
    MONGODB_URL: await databaseUrl(mongoUrl, 'strict'),
    RATE_LIMIT_SCALE: '1',
  })
  const page = await openAs(await newMember(strict, '서두르는 사람'), PHONE, '/agora')
  const requests: string[] = []
  const { opened, open } = createGate()
  await page.route('**/api/agora/createsuggestion', async route => {
    requests.push(route.request().url())
    await opened
    await route.continue()
  })
  await opinionField(page).fill('어두운 화면이 눈에 편해서 좋아요')
  await sendButton(page).click()
  await expect.poll(() => requests).toHaveLength(1)
  // Text typed during the request stays in the field until the next submit.
  await opinionField(page).pressSequentially('. 그리고')
  await sendButton(page).press('Enter')
  open()
  await expect(opinionRows(page)).toHaveCount(1)
  expect(requests).toHaveLength(1)
  await expect(opinionField(page)).toHaveValue('어두운 화면이 눈에 편해서 좋아요. 그리고')
  await page.unrouteAll({ behavior: 'wait' })
  await opinionField(page).fill('노트를 폴더로 묶을 수 있으면 좋겠어요')
  await sendButton(page).click()
  await expect(page.getByText(/\d+초 뒤에 다시 시도해 주세요/)).toBeVisible()
  await expect(opinionField(page)).toHaveValue('노트를 폴더로 묶을 수 있으면 좋겠어요')
  await expect(opinionRows(page)).toHaveCount(1)
  await strict.stop()
})

test('a visitor’s connection reconnects, and exists only in the agora @long', async ({ site, openPage }) => {
  const writer = await newMember(site, '쓴사람')
  const sockets: { isClosed(): boolean }[] = []
  const visitor = await openPage(site.url, DESKTOP, '/home', async page => {
    page.on('websocket', socket => sockets.push(socket))
  })
  await visitor.goto('/agora')
  await waitForAgoraEvents(visitor, writer)
  await expect.poll(() => sockets).toHaveLength(1)

  await visitor.context().setOffline(true)
  const missed = await suggest(writer)
  await visitor.context().setOffline(false)
  await expect(opinionRow(visitor, missed.opinion)).toBeVisible()
  await waitForAgoraEvents(visitor, writer)

  await visitor.getByRole('link', { name: ko['shell.signIn'] }).first().click()
  await expect.poll(() => sockets.every(each => each.isClosed())).toBe(true)
})

test('a visitor finds the board, signs in, and posts text with line breaks', async ({ site, openPage }) => {
  const writer = await newMember(site, '줄바꿈')
  const page = await openPage(site.url, DESKTOP)
  await page.getByRole('contentinfo').getByRole('link', { name: ko['shell.opinions'] }).click()
  await page.getByRole('main').getByRole('link', { name: ko['shell.signIn'] }).click()
  await submitSignIn(page, writer.email, PASSWORD)
  await expect(page).toHaveURL(/agora/)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: ko['shell.opinions'] })).toHaveCount(0)

  await opinionField(page).fill(`첫째 줄   ${writer.userNo}\n\n\n\n둘째 줄이에요`)
  await sendButton(page).click()
  const opinion = opinionRow(page, '둘째 줄이에요').getByRole('paragraph').filter({ hasText: '첫째' })
  await expect(opinion).toHaveText(`첫째 줄 ${writer.userNo}\n\n둘째 줄이에요`, { useInnerText: true })
})

/** Search, filters and order of the agora. */

test('a member finds an opinion, reacts to it, and reports it @long', async ({ site, openPage, openAs }) => {
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
