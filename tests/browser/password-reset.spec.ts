import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { aboutReset, temporaryPasswordIn } from '#tests/support/mailServer.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { enterPassword, openFromMenu, submitSignIn } from './steps.ts'

const NEW_PASSWORD = '새비밀번호1234'

test('a user gets a temporary password by mail and sets a new one', async ({
  mailSite: site,
  mail,
  openPage,
}) => {
  const user = await newUser(site.url, '잊은사람')
  const page = await openPage(site.url, 1440, paths.signIn)
  await page.getByRole('link', { name: ko['accounts.forgotPassword'] }).click()
  await expect(page.getByText(ko['accounts.resetLead'])).toBeVisible()
  const email = page.getByLabel(ko['accounts.email'], { exact: true })
  const submit = page.getByRole('button', { name: ko['accounts.resetSubmit'] })
  await email.fill('nobody@example.com')
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
  await expect(page.getByRole('heading', { name: ko['agora.title'] })).toBeVisible()
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  const tab = await page.context().newPage()
  await tab.goto(paths.topics)
  await expect(tab).toHaveURL(/\/user\/myinfo$/)
  await page.getByRole('link', { name: ko['accounts.changePassword'] }).click()

  await enterPassword(page, temporary)
  await page.getByLabel(ko['myInfo.newPassword'], { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(ko['myInfo.newPasswordConfirm']).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: ko['myInfo.update'] }).click()
  await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()
  await expect(banner).toBeHidden()
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

test('too many requests are rejected with the waiting time @long', async ({ mongoUrl, mail, openPage }) => {
  const MONGODB_URL = await databaseUrl(mongoUrl, 'limited')
  const node = await startBuiltNode({ MONGODB_URL, SMTP_URL: mail.url, RATE_LIMIT_SCALE: '1' })
  const page = await openPage(node.url, 390, paths.passwordReset)
  const submit = page.getByRole('button', { name: ko['accounts.resetSubmit'] })
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill('impatient@example.com')
  for (let time = 1; time <= 3; time++) {
    const answered = page.waitForResponse(/reqpwreset/)
    await submit.click()
    await answered
    await expect(page.getByText(ko['accounts.notRegistered'])).toBeVisible()
  }
  await submit.click()
  await expect(page.getByText(/\d+분 뒤에 다시 시도해 주세요/)).toBeVisible()
  await node.stop()
})
