import type { UnreadView } from '#protocol/hubs.ts'

export type UnreadLine = Required<UnreadView>
/** Somebody's, by the numbers of their hubs. */
export type UnreadLines = ReadonlyMap<number, UnreadLine>
