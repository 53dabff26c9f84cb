import type { Page } from '@playwright/test'
import { deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { PASSWORD, signedIn, suggest } from '#tests/support/person.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { expectAccessible } from './accessible.ts'
import { bar, DESKTOP, field, PHONE, person, receivesAgora, row, rows, send } from './board.ts'
import { expect, test } from './fixtures.ts'
import { gate } from './holding.ts'
import { choose, typeSignIn } from './steps.ts'

/** The board on which everybody reads along. */
async function noOverflow(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
}

test('a visitor with a phone sees by themselves what a member posts and deletes', async ({
  site,
  openPage,
  openAs,
}) => {
  const writer = await person(site, '쓴사람')
  const other = await person(site, '다른사람')
  for (let count = 0; count < 7; count += 1) await suggest(other)
  const visitor = await openPage(site.url, PHONE, '/agora')
  await expect(visitor.getByText(ko['agora.signInToWrite'])).toBeVisible()
  await expect(field(visitor)).toHaveCount(0)
  await receivesAgora(visitor, other)

  const member = await openAs(writer, DESKTOP, '/agora')
  await field(member).fill('짧아요')
  await send(member).click()
  await expect(member.getByText(ko['agora.tooShort'])).toBeVisible()
  const opinion = `https://example.com 처럼 주소를 눌러서 열고 싶어요 ${writer.userNo}`
  await field(member).fill(opinion)
  // Somebody who goes to look something up finds it as they left it.
  await member.locator('.header__menu').getByRole('link', { name: ko['shell.friends'] }).click()
  await expect(field(member)).toHaveCount(0)
  await member.goBack()
  await expect(field(member)).toHaveValue(opinion)
  await field(member).focus()
  await field(member).press('Tab')
  await expect(send(member)).toBeFocused()
  await member.keyboard.press('Enter')

  // On top at both, the list trimmed to seven, and nothing to click in it.
  for (const page of [member, visitor]) {
    await expect(rows(page).first()).toContainText(opinion)
    await expect(rows(page)).toHaveCount(7)
    await expect(rows(page).getByRole('link')).toHaveCount(0)
  }
  await expect(field(member)).toHaveValue('')
  await expect(row(visitor, opinion).getByRole('button')).toHaveCount(0)
  await expect(rows(member).nth(1).getByRole('button', { name: ko['common.delete'] })).toHaveCount(0)

  // The very same is refused with a sentence, and what was written stays.
  await field(member).fill(`${opinion}!!`)
  await send(member).click()
  await expect(member.getByText(ko['agora.nearDuplicate'])).toBeVisible()
  await expect(field(member)).toHaveValue(`${opinion}!!`)
  for (const page of [member, visitor]) {
    await expectAccessible(page)
    await noOverflow(page)
  }

  await row(member, opinion).getByRole('button', { name: ko['common.delete'] }).click()
  await member.getByText(ko['agora.deleteAsk']).waitFor()
  await row(member, opinion).getByRole('button', { name: ko['common.delete'] }).last().click()
  for (const page of [member, visitor]) {
    await expect(row(page, opinion)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(7)
  }
  await expect(member.getByRole('list', { name: ko['agora.listLabel'] })).toBeFocused()
})

test('a new opinion waits while one reads further down, or on another page @long', async ({
  site,
  openPage,
}) => {
  const other = await person(site, '다른사람')
  for (let count = 0; count < 9; count += 1) await suggest(other)
  const phone = await openPage(site.url, PHONE, '/agora')
  await receivesAgora(phone, other)

  await rows(phone).last().scrollIntoViewIfNeeded()
  await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const read = rows(phone).nth(5)
  await expect(read).toBeInViewport()
  const words = await read.textContent()
  const place = await read.boundingBox()
  const first = await suggest(other)
  await expect(bar(phone, 1)).toBeVisible()
  const second = await suggest(other)
  await expect(bar(phone, 2)).toBeVisible()
  expect(await read.textContent()).toBe(words)
  expect(await read.boundingBox()).toEqual(place)
  await expectAccessible(phone)
  await bar(phone, 2).click()
  await expect(rows(phone).first()).toContainText(second.opinion)
  await expect(rows(phone).nth(1)).toContainText(first.opinion)
  await expect(rows(phone).first()).toBeInViewport()
  await expect(rows(phone)).toHaveCount(7)

  await phone
    .getByRole('button', { name: /2쪽으로/ })
    .first()
    .click()
  await expect(phone).toHaveURL(/page=2/)
  await expect(phone.getByRole('button', { name: say(ko, 'page.current', { page: 2 }) })).toBeVisible()
  const top = await rows(phone).first().textContent()
  await phone.evaluate(() => window.scrollTo(0, 0))
  const topPlace = await rows(phone).first().boundingBox()
  const third = await suggest(other)
  await expect(bar(phone, 1)).toBeVisible()
  expect(await rows(phone).first().textContent()).toBe(top)
  expect(await rows(phone).first().boundingBox()).toEqual(topPlace)
  await bar(phone, 1).click()
  await expect(phone).not.toHaveURL(/page=2/)
  await expect(rows(phone).first()).toContainText(third.opinion)
})

test('an administrator’s own connection is counted once it is open @long', async ({
  site,
  grant,
  newPage,
}) => {
  const { email } = await person(site, '돌보미셋')
  await grant(email)
  const { token } = await signedIn(site.url, email)
  const page = await newPage(site.url, DESKTOP)
  await page.addInitScript(kept => sessionStorage.setItem('authToken', kept), token)
  const { opened, open } = gate()
  await page.routeWebSocket(/socket\.io/, async socket => {
    await opened
    socket.connectToServer()
  })
  await page.goto('/administration')
  const connections = page.locator('.counts__number').last()
  await expect(connections).toHaveText('0')
  open()
  // Sooner than it would be asked for again by itself.
  await expect(connections).toHaveText('1', { timeout: 8_000 })
})

test('an answer that is being written is lost neither by what comes meanwhile nor by a look elsewhere', async ({
  site,
  grant,
  openAs,
}) => {
  const writer = await person(site, '쓴사람')
  const { email } = await person(site, '돌보미')
  await grant(email)
  const { opinion } = await suggest(writer)
  const desk = await openAs(await signedIn(site.url, email), DESKTOP, '/administration')
  await row(desk, opinion).getByRole('button', { name: ko['agora.toAnswer'] }).click()
  const answer = desk.getByRole('textbox', { name: ko['agora.answerLabel'] })
  await answer.fill('다음 판에 넣을게요.')
  await suggest(writer)
  await expect(bar(desk, 1)).toBeVisible()
  await expect(answer).toHaveValue('다음 판에 넣을게요.')
  await choose(desk, ko['shell.friends'])
  await expect(answer).toHaveCount(0)
  await desk.goBack()
  await expect(answer).toHaveValue('다음 판에 넣을게요.')
})

test('an administrator answers, changes the answer and deletes, and everybody sees it @long', async ({
  site,
  grant,
  openPage,
  openAs,
}) => {
  test.slow()
  const writer = await person(site, '쓴사람')
  const { email } = await person(site, '돌보미')
  await grant(email)
  const { opinion, suggestionNo } = await suggest(writer)
  const visitor = await openPage(site.url, PHONE, '/agora')
  await receivesAgora(visitor, writer)
  const desk = await openAs(await signedIn(site.url, email), DESKTOP, '/')
  await choose(desk, ko['shell.administration'])
  await expect(desk).toHaveURL('/administration')
  await expect(desk.getByText(ko['administration.sockets'])).toBeVisible()
  await expect(desk.locator('.counts__number').first()).toHaveText(/\d/)

  const button = row(desk, opinion).getByRole('button', { name: ko['agora.toAnswer'] })
  await button.focus()
  await desk.keyboard.press('Enter')
  const answer = desk.getByRole('textbox', { name: ko['agora.answerLabel'] })
  await expect(answer).toBeFocused()
  await desk.getByRole('button', { name: ko['agora.answerSend'] }).click()
  await expect(desk.getByText(ko['agora.answerLength'])).toBeVisible()
  await answer.fill('다음 판에 넣을게요. https://example.com')
  await expectAccessible(desk)

  const interleave = await suggest(writer)
  await expect(bar(desk, 1)).toBeVisible()
  await desk.getByRole('button', { name: ko['agora.answerSend'] }).click()
  for (const page of [desk, visitor]) {
    await expect(row(page, opinion)).toContainText('다음 판에 넣을게요.')
    await expect(row(page, opinion).getByRole('link')).toHaveCount(0)
  }
  // What is being sent stands in the row, too.
  await expect(answer).toHaveCount(0)
  await row(desk, opinion).getByRole('button', { name: ko['agora.editAnswer'] }).click()
  await answer.fill('벌써 넣었어요.')
  await desk.getByRole('button', { name: ko['agora.answerSave'] }).click()
  for (const page of [desk, visitor]) {
    await expect(row(page, opinion)).toContainText('벌써 넣었어요.')
    await expectAccessible(page)
    await noOverflow(page)
  }
  await bar(desk, 1).click()
  await row(desk, interleave.opinion).getByRole('button', { name: ko['common.delete'] }).click()
  await row(desk, interleave.opinion).getByRole('button', { name: ko['common.delete'] }).last().click()
  for (const page of [desk, visitor]) await expect(row(page, interleave.opinion)).toHaveCount(0)
  const { itemList } = (await call(site.url, getSuggestions, {})).body
  expect(itemList.filter(item => item.suggestionNo === suggestionNo)).toHaveLength(2)

  const waiting = await suggest(writer)
  await desk.getByRole('button', { name: ko['administration.unanswered'] }).click()
  const list = desk.getByRole('list', { name: ko['administration.unanswered'] })
  await expect(list.getByRole('button', { name: ko['agora.toAnswer'] }).first()).toBeVisible()
  await expect(row(desk, opinion)).toHaveCount(0)
  await expectAccessible(desk)
  await call(site.url, deleteSuggestion, { suggestionNo: waiting.suggestionNo }, writer.token)
})

test('who is no administrator finds neither the page nor its menu item', async ({ site, openAs }) => {
  const page = await openAs(await person(site, '보통사람'), DESKTOP, '/administration')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('link', { name: ko['shell.administration'], exact: true })).toHaveCount(0)
})

test('a second opinion within half a minute is asked to wait, and is kept', async ({ mongoUrl, openAs }) => {
  const strict = await startBuiltNode({
    MONGODB_URL: await databaseUrl(mongoUrl, 'strict'),
    RATE_LIMIT_SCALE: '1',
  })
  const page = await openAs(await person(strict, '서두르는 사람'), PHONE, '/agora')
  const sent: string[] = []
  let letGo = () => {}
  const canGo = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/api/agora/createsuggestion', async route => {
    sent.push(route.request().url())
    await canGo
    await route.continue()
  })
  await field(page).fill('어두운 화면이 눈에 편해서 좋아요')
  await send(page).click()
  await expect.poll(() => sent).toHaveLength(1)
  // What is typed on meanwhile is sent with the next press, and stays until then.
  await field(page).pressSequentially('. 그리고')
  await send(page).press('Enter')
  letGo()
  await expect(rows(page)).toHaveCount(1)
  expect(sent).toHaveLength(1)
  await expect(field(page)).toHaveValue('어두운 화면이 눈에 편해서 좋아요. 그리고')
  await page.unrouteAll({ behavior: 'wait' })
  await field(page).fill('노트를 폴더로 묶을 수 있으면 좋겠어요')
  await send(page).click()
  await expect(page.getByText(/\d+초 뒤에 다시 시도해 주세요/)).toBeVisible()
  await expect(field(page)).toHaveValue('노트를 폴더로 묶을 수 있으면 좋겠어요')
  await expect(rows(page)).toHaveCount(1)
  await strict.stop()
})

test('a visitor’s line breaks and comes back, and is there on the agora alone @long', async ({
  site,
  openPage,
}) => {
  test.slow()
  const writer = await person(site, '쓴사람')
  const lines: { isClosed(): boolean }[] = []
  const visitor = await openPage(site.url, DESKTOP, '/home', async page => {
    page.on('websocket', line => lines.push(line))
  })
  await visitor.goto('/agora')
  await receivesAgora(visitor, writer)
  await expect.poll(() => lines).toHaveLength(1)

  await visitor.context().setOffline(true)
  const missed = await suggest(writer)
  await visitor.context().setOffline(false)
  await expect(row(visitor, missed.opinion)).toBeVisible()
  await receivesAgora(visitor, writer)

  await visitor.getByRole('link', { name: ko['shell.signIn'] }).first().click()
  await expect.poll(() => lines.every(line => line.isClosed())).toBe(true)
})

test('a visitor finds the board, signs in from it, and writes in lines', async ({ site, openPage }) => {
  const writer = await person(site, '줄바꿈')
  const page = await openPage(site.url, DESKTOP)
  await page.getByRole('contentinfo').getByRole('link', { name: ko['shell.opinions'] }).click()
  await page.getByRole('main').getByRole('link', { name: ko['shell.signIn'] }).click()
  await typeSignIn(page, writer.email, PASSWORD)
  await expect(page).toHaveURL(/agora/)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: ko['shell.opinions'] })).toHaveCount(0)

  await field(page).fill(`첫째 줄   ${writer.userNo}\n\n\n\n둘째 줄이에요`)
  await send(page).click()
  const opinion = row(page, '둘째 줄이에요').getByRole('paragraph').filter({ hasText: '첫째' })
  await expect(opinion).toHaveText(`첫째 줄 ${writer.userNo}\n\n둘째 줄이에요`, { useInnerText: true })
})
