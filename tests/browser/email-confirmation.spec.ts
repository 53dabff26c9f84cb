import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { aboutConfirmation, aboutNewDevice, confirmationTokenIn } from '#tests/support/mailServer.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { enterPassword, newVisitor, signIn, signUp } from './steps.ts'

test('the link in the mail confirms an e-mail address, and other users find it from then on', async ({
  mailSite,
  mail,
  openPage,
  openAs,
}) => {
  test.slow()
  const visitor = newVisitor('확인할사람')
  const page = await openPage(mailSite.url, 390)
  await signUp(page, visitor)
  const message = ko['accounts.confirmationSent'].replace('{email}', visitor.email)
  await expect(page.getByText(message)).toBeVisible()
  await expectAccessible(page)

  const searcher = await openAs(await newUser(mailSite.url, '찾는사람'), 1440, paths.friends)
  const search = async () => {
    await searcher.getByRole('textbox', { name: ko['hubs.search'] }).fill(visitor.email)
    await searcher.getByRole('button', { name: ko['hubs.searchButton'] }).click()
  }
  await search()
  await expect(searcher.getByText(ko['hubs.noResults'])).toBeVisible()

  await signIn(page, visitor)
  await page.goto(paths.myInfo)
  await enterPassword(page, PASSWORD)
  await expect(page.getByText(ko['myInfo.confirmEmail'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: ko['myInfo.sendConfirmation'] }).click()
  await expect(page.getByText(ko['myInfo.confirmationSent'])).toBeVisible()
  await expect.poll(() => mail.mailsTo(visitor.email, aboutConfirmation).length).toBe(2)
  const token = confirmationTokenIn(await mail.mailTo(visitor.email, aboutConfirmation))

  await page.goto(`${paths.confirmEmail}#${token}`)
  await expect(page.getByText(ko['accounts.confirmed'])).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${paths.confirmEmail}$`))
  await expectAccessible(page)
  await search()
  await expect(searcher.getByRole('listitem').filter({ hasText: visitor.username })).toBeVisible()

  await page.goto(paths.home)
  await page.goto(`${paths.confirmEmail}#${token}`)
  await expect(page.getByText(ko['accounts.confirmUseless'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: ko['accounts.confirmToMyInfo'] }).click()
  await enterPassword(page, PASSWORD)
  await expect(page.getByText(ko['myInfo.confirmEmail'])).toHaveCount(0)
})

test('a link opened offline is retried, and one without a token says so @long', async ({
  mailSite,
  mail,
  openPage,
}) => {
  const user = await newUser(mailSite.url, '끊긴사람')
  const token = confirmationTokenIn(await mail.mailTo(user.email, aboutConfirmation))
  const page = await openPage(mailSite.url, 1440, paths.confirmEmail)
  await expect(page.getByText(ko['accounts.confirmWithoutToken'])).toBeVisible()
  await expectAccessible(page)

  await page.route('**/api/user/confirmemail', route => route.abort())
  await page.goto(paths.home)
  await page.goto(`${paths.confirmEmail}#${token}`)
  await expect(page.getByText(ko['error.unreachable'])).toBeVisible()
  await page.unroute('**/api/user/confirmemail')
  await page.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByText(ko['accounts.confirmed'])).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: ko['accounts.toSignIn'] })).toBeVisible()
})

test('a known browser signs in without a mail; a new one causes a mail @long', async ({
  mailSite,
  mail,
  openPage,
}) => {
  const visitor = newVisitor('두브라우저')
  const page = await openPage(mailSite.url, 1440)
  await signUp(page, visitor)
  await signIn(page, visitor)
  const [cookie] = await page.context().cookies(`${mailSite.url}/api/user/signin`)
  expect(cookie).toMatchObject({ name: 'geulmaru_device', httpOnly: true, sameSite: 'Strict' })
  expect(await page.context().cookies(`${mailSite.url}/api/user/checksignin`)).toEqual([])
  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(() => localStorage.clear())
  await signIn(page, visitor)

  const other = await openPage(mailSite.url, 390)
  await signIn(other, visitor)
  await mail.mailTo(visitor.email, aboutNewDevice)
  expect(mail.mailsTo(visitor.email, aboutNewDevice)).toHaveLength(1)
})
