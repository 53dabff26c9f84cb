import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import type { PageReplies } from '#protocol/publicPages.ts'
import type { PublicAddress } from '#protocol/screens.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { privacy, terms } from '#server/features/accounts/policies/policies.ts'
import { suggestionPage } from '#server/features/agora/agora.routes.ts'
import { translatorFor } from '#server/platform/i18n.ts'

/** Metadata of a page: title, description and canonical address. */
export interface Head {
  title: string
  description: string
  /** A path. Search engines do not index pages without it. */
  canonical: string | null
}

/** How the server serves a public screen. */
interface PublicPage extends Head {
  /** Whether the screen needs more styles than those of the first page. */
  needsScreenStyles: boolean
  /** The responses from which the screen is rendered. */
  repliesOf?: (context: Context) => PageReplies | Promise<PageReplies>
  /** Changes with the responses. Without it, the page is rendered once. */
  versionOf?: (context: Context) => Promise<number>
}

const t = (key: TextKey): string => ko[key]

const product = { title: t('preview.product'), description: t('preview.productMore') }
// An address other than the root, because search engines ignore a root as the canonical address of another page.
const home: PublicPage = { ...product, canonical: '/home', needsScreenStyles: false }
const lookaround: PublicPage = {
  title: t('preview.lookaround'),
  description: t('preview.lookaroundMore'),
  canonical: '/lookaround/discussion',
  needsScreenStyles: true,
}

/** Hub and note pages reveal only the product to outsiders. */
export const OWN_HEAD: Head = { ...product, canonical: null }
export const UNKNOWN_HEAD: Head = { ...OWN_HEAD, title: t('preview.unknown') }

/** All public pages. `client/app/prerender.tsx` has the screen of each. */
export const publicPages: Record<PublicAddress, PublicPage> = {
  '/': home,
  '/home': home,
  '/agora': {
    title: t('preview.agora'),
    description: t('preview.agoraMore'),
    canonical: '/agora',
    needsScreenStyles: true,
    async repliesOf(context) {
      const request = { base: 1, offset: SUGGESTIONS_PER_PAGE }
      return { suggestions: await suggestionPage(context, null, request, translatorFor(DEFAULT_LANGUAGE)) }
    },
    versionOf: ({ counters }) => counters.last('agoraVersion'),
  },
  '/terms': {
    title: t('preview.terms'),
    description: t('preview.termsMore'),
    canonical: '/terms',
    needsScreenStyles: true,
    repliesOf: () => ({ policy: terms.ko }),
  },
  '/privacy': {
    title: t('preview.privacy'),
    description: t('preview.privacyMore'),
    canonical: '/privacy',
    needsScreenStyles: true,
    repliesOf: () => ({ policy: privacy.ko }),
  },
  '/lookaround/discussion': lookaround,
  '/lookaround/note': lookaround,
  '/lookaround/myinfo': lookaround,
  '/user/signup': {
    title: t('preview.signUp'),
    description: t('preview.signUpMore'),
    canonical: '/user/signup',
    needsScreenStyles: true,
  },
  '/user/signin': {
    title: t('preview.signIn'),
    description: t('preview.signInMore'),
    canonical: '/user/signin',
    needsScreenStyles: true,
  },
  '/user/reqpwreset': {
    title: t('preview.reset'),
    description: t('preview.resetMore'),
    canonical: '/user/reqpwreset',
    needsScreenStyles: true,
  },
}

/** The addresses in the sitemap. */
export const canonicalAddresses = [
  ...new Set(Object.values(publicPages).flatMap(({ canonical }) => canonical ?? [])),
]
