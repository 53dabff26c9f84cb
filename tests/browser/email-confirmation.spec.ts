import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import {
  aboutConfirmation,
  aboutReset,
  confirmationTokenIn,
  temporaryPasswordIn,
} from '#tests/support/mailServer.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import {
  enterPassword,
  newVisitor,
  openFromMenu,
  searchFriends,
  signIn,
  signUp,
  submitSignIn,
} from './steps.ts'

test('the link in the mail confirms an address @long', async ({ mailSite, mail, openPage, openAs }) => {
  const visitor = newVisitor('확인할사람')
  const page = await openPage(mailSite.url, 390)
  await signUp(page, visitor)
  const message = ko['accounts.confirmationSent'].replace('{email}', visitor.email)
  await expect(page.getByText(message)).toBeVisible()
  await expectAccessible(page)

  const searcher = await openAs(await newUser(mailSite.url, '찾는사람'), 1440, paths.friends)
  const search = () => searchFriends(searcher, visitor.email)
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

  await page.goto(`${paths.confirmEmail}#${token}`)
  await expect(page.getByText(ko['accounts.confirmUseless'])).toBeVisible()
  await page.getByRole('link', { name: ko['accounts.confirmToMyInfo'] }).click()
  await enterPassword(page, PASSWORD)
  await expect(page.getByText(ko['myInfo.confirmEmail'])).toHaveCount(0)
})

test('a link opened offline or without a token says so @long', async ({ mailSite, mail, openPage }) => {
  const user = await newUser(mailSite.url, '끊긴사람')
  const token = confirmationTokenIn(await mail.mailTo(user.email, aboutConfirmation))
  const page = await openPage(mailSite.url, 1440, paths.confirmEmail)
  await expect(page.getByText(ko['accounts.confirmWithoutToken'])).toBeVisible()

  // On phones, a link in a mail replaces only the fragment of an installed app that shows this screen.
  await page.route('**/api/user/confirmemail', route => route.abort())
  await page.goto(`${paths.confirmEmail}#${token}`)
  await expect(page.getByText(ko['error.unreachable'])).toBeVisible()
  await page.unroute('**/api/user/confirmemail')
  await page.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByText(ko['accounts.confirmed'])).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: ko['accounts.toSignIn'] })).toBeVisible()
})

const NEW_PASSWORD = '새비밀번호1234'

test('a user gets a temporary password and sets a new one', async ({ mailSite: site, mail, openPage }) => {
  const user = await newUser(site.url, '잊은사람')
  const page = await openPage(site.url, 1440, paths.signIn)
  // The title shows that React has hydrated the page. A click on a prerendered link before that reloads the app.
  await expect(page).toHaveTitle(`${ko['accounts.signIn']} · 글마루`)
  const email = page.getByLabel(ko['accounts.email'], { exact: true })
  await email.fill('nobody@example.com')
  await page.getByRole('link', { name: ko['accounts.forgotPassword'] }).click()
  await expect(page.getByText(ko['accounts.resetLead'])).toBeVisible()
  await expect(email).toHaveValue('nobody@example.com')
  const submit = page.getByRole('button', { name: ko['accounts.resetSubmit'] })
  await submit.click()
  await expect(page.getByText(ko['accounts.notRegistered'])).toBeVisible()
  await expect(email).toBeFocused()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await email.fill(user.email)
  await submit.click()
  await expect(page.getByText(ko['accounts.resetSent'])).toBeVisible()
  const temporary = temporaryPasswordIn(await mail.mailTo(user.email, aboutReset))

  await page.getByRole('main').getByRole('link', { name: ko['accounts.toSignIn'] }).click()
  await submitSignIn(page, user.email, temporary)
  await expect(page).toHaveURL(/\/user\/myinfo$/)
  const banner = page.getByText(ko['accounts.temporaryPassword'])
  await expect(banner).toBeVisible()
  await openFromMenu(page, ko['shell.notes'])
  await expect(page).toHaveURL(/\/user\/myinfo$/)
  await openFromMenu(page, ko['shell.opinions'])
  await expect(page.getByRole('heading', { name: ko['shell.opinions'] })).toBeVisible()
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  const tab = await page.context().newPage()
  await tab.goto(paths.topics)
  await expect(tab).toHaveURL(/\/user\/myinfo$/)
  await page.getByRole('link', { name: ko['accounts.changePassword'] }).click()

  await enterPassword(page, temporary)
  await expect(page.getByText(ko['myInfo.requiredPasswordHint'], { exact: true })).toBeVisible()
  const tokens = page.getByRole('heading', { name: ko['apiTokens.title'] })
  await expect(page.getByText(ko['myInfo.thisDevice'])).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(tokens).toBeHidden()
  await page.getByLabel(ko['myInfo.newPassword'], { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(ko['myInfo.newPasswordConfirm']).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: ko['myInfo.update'] }).click()
  await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(tokens).toBeVisible()
  await expect(tab.getByText(ko['accounts.temporaryPassword'])).toBeHidden()
  await tab.close()
  await page.getByLabel(ko['accounts.mobile']).fill('010-7788-9900')
  await page.getByRole('button', { name: ko['myInfo.update'] }).click()
  await expect(page.getByText(ko['accounts.passwordStepNeeded'])).toBeVisible()
  await enterPassword(page, NEW_PASSWORD)
  await page.getByRole('button', { name: ko['myInfo.update'] }).click()
  await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()
  await openFromMenu(page, ko['shell.notes'])
  await expect(page.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
  await page.goto(paths.myInfo)
  await page.reload()
  await expect(page.getByRole('heading', { name: ko['myInfo.title'] })).toBeVisible()
  await expect(banner).toBeHidden()

  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(() => localStorage.clear())
  await page.goto(paths.signIn)
  await submitSignIn(page, user.email, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/(home)?$/)
})
