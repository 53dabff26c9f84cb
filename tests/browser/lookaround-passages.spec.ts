import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { button, isStatic, pauseClock, playUntil, requestsOf } from './lookaround.ts'
import { drawnWords, mark } from './passages.ts'

/** Highlights and comments on passages in the lookaround. */

const HOURS = '그 집에서 점순이가 일한 시간은 아무도 세지 않았다.'

for (const [width, form] of firstInShort(DESKTOP, PHONE)) {
  test(`a visitor reads highlights and comments on passages, ${width} px${form}`, async ({
    site,
    openPage,
  }) => {
    const page = await openPage(site.url, width, '/lookaround/note?no=7&hub=3')
    const requests = requestsOf(page)
    await expect(mark(page, HOURS)).toHaveAccessibleName(/밑줄 3명, 댓글 1개/)
    expect(await drawnWords(page, 'passage-talk')).toContain(HOURS)
    await expect(page.getByRole('log').getByRole('button', { name: HOURS })).toBeVisible()
    await expectAccessible(page)

    await mark(page, HOURS).click()
    const opened = page.getByRole('dialog', { name: ko['passages.title'] })
    await expect(opened).toContainText('이하늘')
    await expect(opened).toContainText('점순이가 일한 시간은 정말 아무도 안 세더라고요.')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    expect(requests.filter(url => !isStatic(url))).toEqual([])
  })
}

test('in the minute friends highlight a passage and comment on it @long', async ({ site, openPage }) => {
  // With reduced motion the minute waits for the visitor.
  const page = await openPage(site.url, DESKTOP, '/lookaround/note?no=7&hub=3', async still => {
    await still.emulateMedia({ reducedMotion: 'reduce' })
    await pauseClock(still)
  })
  const words = '점순이가 이야기를 들려준다면 첫 문장은 무엇일까?'
  await playUntil(page, () => mark(page, HOURS).isVisible())
  await button(page, ko['lookaround.start']).click()
  await playUntil(page, async () => (await drawnWords(page, 'passage-typing')).includes(words))
  await playUntil(page, async () => (await drawnWords(page, 'passage-1')).includes(words))
  await playUntil(page, async () => (await drawnWords(page, 'passage-talk')).includes(words))
  await playUntil(page, async () =>
    /밑줄 1명, 댓글 1개/.test((await mark(page, words).getAttribute('aria-label')) ?? ''),
  )
})
