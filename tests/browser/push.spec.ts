import type { CDPSession, Page, Worker } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { endOtherSessions } from '#protocol/myInfo.ts'
import { getPush, type PushMessage } from '#protocol/push.ts'
import { ko } from '#protocol/text/ko.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import { shareNewNote } from '#tests/support/users.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { newHub, signInRemembered } from './steps.ts'

test.use({ savesData: false })

/**
 * Mocks the browser's side of push: real subscriptions need the internet, and headless Chromium grants no
 * notification permission. The rest is the product's and the browser's own code.
 */
async function mockSubscription(page: Page): Promise<void> {
  const { endpoint, p256dh, auth } = newBrowser('https://fcm.googleapis.com/fcm/send/').subscription
  await page.addInitScript(
    ([endpoint, keys]) => {
      let permission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        permission = 'granted'
        return 'granted'
      }
      const bytes = (key: string) =>
        Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))
          .buffer
      const subscription = { endpoint, getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]) }
      PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
    },
    [endpoint, { p256dh, auth }] as const,
  )
}

/** Delivers push messages to the product's service worker, and records the notifications that it shows. */
async function openWorker(page: Page) {
  const worker = page.context().serviceWorkers()[0] as Worker
  await worker.evaluate(() => {
    const notifications: object[] = []
    const opened: string[] = []
    Object.assign(self, { shown: notifications, opened })
    const { registration, clients } = self as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow(url: string): Promise<void>; matchAll(which: object): Promise<object[]> }
    }
    // Counts how often the worker has looked for an open page.
    let lookups = 0
    Object.assign(self, { looks: lookups })
    const matchAll = clients.matchAll.bind(clients)
    clients.matchAll = async which => {
      const found = await matchAll(which)
      lookups += 1
      Object.assign(self, { looks: lookups })
      return found
    }
    registration.showNotification = async (title, options) => void notifications.push({ title, ...options })
    // It requires a user gesture.
    clients.openWindow = async url => void opened.push(url)
  })
  const chromium: CDPSession = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>(resolve => {
    chromium.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const registration of registrations) resolve(registration.registrationId)
    })
  })
  await chromium.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  const lookups = () => worker.evaluate(() => (self as unknown as { looks: number }).looks)
  return {
    async deliver(message: PushMessage) {
      const data = JSON.stringify(message)
      const before = await lookups()
      await chromium.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: await registrationId,
        data,
      })
      // The browser responds before the worker has handled the message.
      await expect.poll(lookups).toBeGreaterThan(before)
    },
    shown: () => worker.evaluate(() => (self as unknown as { shown: object[] }).shown),
    /** The URLs of newly opened windows. */
    opened: () => worker.evaluate(() => (self as unknown as { opened: string[] }).opened),
    /** Clicks a notification. */
    press: (path: string) =>
      worker.evaluate(data => {
        const event = new ExtendableEvent('notificationclick')
        self.dispatchEvent(Object.assign(event, { notification: { close() {}, data } }))
      }, path),
  }
}

declare const ExtendableEvent: typeof Event

test('a device gets push notifications, only its owner’s, once enabled', async ({ site, newPage }) => {
  const [friend, user, hubNo] = await newHub(site, '알리는친구', '알림받는이')
  const noteNo = await shareNewNote(friend, hubNo, '알림으로 열린 노트')
  const page = await newPage(site.url, DESKTOP)
  await mockSubscription(page)
  await signInRemembered(page, user)
  await page.goto(paths.inbox)
  await page.getByRole('button', { name: ko['inbox.settings'] }).click()
  expect(await page.evaluate(() => Notification.permission)).toBe('default')
  await page.getByRole('button', { name: ko['push.turnOn'], exact: true }).click()
  await expect(page.getByText(ko['push.on'])).toBeVisible()

  // Each setting shows the state of the server.
  const comments = page.getByRole('checkbox', { name: ko['push.kind.comment'] })
  await comments.click()
  await expect(comments).not.toBeChecked()
  const text = page.getByRole('switch', { name: ko['push.showsText'] })
  await text.click()
  await expect(text).toBeChecked()
  await page.getByLabel(ko['push.quietTo'], { exact: true }).selectOption('7')
  const token = await page.evaluate(() => sessionStorage.getItem('authToken') ?? '')
  const choices = async () => {
    const init = {
      method: 'POST',
      headers: { authData: token, 'Content-Type': 'application/json' },
      body: '{}',
    }
    return getPush.reply.parse(await (await fetch(site.url + getPush.path, init)).json()).choices
  }
  await expect.poll(choices).toMatchObject({ showsText: true, quiet: { from: 22, to: 7 } })
  expect((await choices())?.kinds).not.toContain('comment')

  const worker = await openWorker(page)
  const path = paths.noteInHub(noteNo, hubNo)
  await worker.press(path)
  await expect(page).toHaveURL(site.url + path)
  await expect(page.getByRole('heading', { name: '알림으로 열린 노트' })).toBeVisible()
  await worker.press('https://example.com/elsewhere')
  await expect(page).toHaveURL(/\/home$/)

  const message = { userNo: user.userNo, tag: `room:${hubNo}`, title: '글마루', body: '새 노트 1개', path }
  // No notification while the page is visible.
  await worker.deliver(message)
  await page.goto('about:blank')
  await worker.deliver({ ...message, userNo: friend.userNo, body: '남의 소식' })
  await worker.deliver(message)
  await expect.poll(worker.shown).toMatchObject([
    { body: '', data: '/home' },
    { body: '새 노트 1개', tag: `room:${hubNo}`, data: path },
  ])
  // No page of the product is open.
  expect(await worker.opened()).toEqual([])
  await worker.press(path)
  await expect.poll(worker.opened).toEqual([path])

  // The session ended on another device: the next visit disables push.
  await user.call(endOtherSessions, {})
  await page.goto(site.url + paths.home)
  await expect(page.getByRole('link', { name: ko['shell.signIn'] })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('push'))).toBeNull()
})
