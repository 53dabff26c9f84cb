import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'

/** The URL of the gallery: the selected sheet, or the content of one frame. */

export type Mode = 'light' | 'dark'
export const modes: readonly Mode[] = ['light', 'dark']

/** A component or screen in one state. */
export interface FrameAddress {
  kind: 'part' | 'screen'
  name: string
  state: string
  mode: Mode
  language: string
}

export function frameAddress({ kind, name, state, mode, language }: FrameAddress): string {
  return `/dev/gallery?${new URLSearchParams({ [kind]: name, state, mode, language })}`
}

/** Null for the catalogue itself. */
export function parseFrameAddress(search: string): FrameAddress | null {
  const params = new URLSearchParams(search)
  const kind = params.has('part') ? 'part' : 'screen'
  const name = params.get(kind)
  if (name === null) return null
  return {
    kind,
    name,
    state: params.get('state') ?? '',
    mode: params.get('mode') === 'dark' ? 'dark' : 'light',
    language: params.get('language') ?? DEFAULT_LANGUAGE,
  }
}

/** Screen widths in pixels. */
export const widths = [390, 1440] as const
export type Width = (typeof widths)[number]

export interface CatalogueAddress {
  sheet: string
  width: Width
  language: string
}

export function parseCatalogueAddress(search: string): CatalogueAddress {
  const params = new URLSearchParams(search)
  return {
    sheet: params.get('sheet') ?? '',
    width: widths.find(width => String(width) === params.get('width')) ?? widths[0],
    language: params.get('language') ?? DEFAULT_LANGUAGE,
  }
}

export function catalogueAddress({ sheet, width, language }: CatalogueAddress): string {
  return `/dev/gallery?${new URLSearchParams({ sheet, width: String(width), language })}`
}

/** The component sheets, in the order of the index. */
export const partSheetNames = ['buttons', 'fields', 'people', 'places', 'messages', 'windows'] as const
export type PartSheetName = (typeof partSheetNames)[number]
