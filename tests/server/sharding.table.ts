/**
 * By what each collection would be spread over the shards of a cluster, and why (decision 0043). A key is hashed: numbers are given
 * out in order, so a range would send all that is new to one shard.
 */
export const shardKeys: Record<string, { key: string; why: string }> = {
  hubs: { key: 'hubNo', why: 'every change in a room is one update of its hub' },
  shares: { key: 'hubNo', why: 'a room is read and numbered as a whole' },
  comments: { key: 'hubNo', why: 'a thread is read as a whole, and a room for what was said last' },
  empathies: { key: 'hubNo', why: 'read with the cards and threads of a room' },
  threads: { key: 'noteNo', why: 'always asked for by room and note; its unique index begins with the note' },
  commentReads: { key: 'userNo', why: 'always asked for by reader, room and note' },
  noteReads: { key: 'noteNo', why: 'read with the note that was opened' },
  notes: {
    key: 'noteNo',
    why: 'opened, saved and shown on cards by number; lists of a topic ask all shards',
  },
  revisions: { key: 'noteNo', why: 'read and written with one note' },
  trash: { key: 'noteNo', why: 'goes and comes back by number' },
  topics: { key: 'subjectNo', why: 'counted with each note that comes or goes' },
  news: { key: 'userNo', why: 'an inbox is one person’s' },
  sessions: { key: 'tokenId', why: 'looked for by its token with almost every call' },
  acquaintances: { key: 'userNo', why: 'one person’s' },
  personBlocks: { key: 'userNo', why: 'one person’s' },
  devices: { key: 'userNo', why: 'one person’s' },
  duePushes: { key: 'userNo', why: 'one person’s' },
  pictureSpace: { key: 'ownerNo', why: 'one person’s' },
  notePictures: { key: 'pictureId', why: 'most bytes of all; shown by number' },
  pictures: { key: 'pictureId', why: 'shown by number' },
}

/** What stays whole on one shard: some gigabytes for a million people, or small for ever. */
export const whole: Record<string, string> = {
  users: 'e-mails, names and numbers are unique, which a router can keep for the key alone',
  passkeys: 'unique by the authenticator’s number, and asked for by person',
  passkeyChallenges: 'minutes long',
  invitations: 'unique by token, and by room and maker',
  suggestions: 'one list for all, counted in order',
  suggestionCounts: 'one document for a thousand suggestions',
  opinionEmpathies: 'as the suggestions',
  counters: 'a document each',
  pending: 'empty but for moments',
  notices: 'a few',
  reports: 'a few',
  deeds: 'a few',
  dailyCounts: 'a document a day, for a month',
  installation: 'one document',
}

/** What asks all shards, and why that is borne. `collection by fields`, as `shapesOf` tells them. */
export const scattered: Record<string, readonly string[]> = {
  'once in a while: what people take away is everything of theirs': [
    'comments find writerNo',
    'empathies find userNo',
    'noteReads find userNo',
    'notePictures find ownerNo',
    'shares find authorNo',
    'trash find authorNo',
  ],
  'a member’s rooms: an index entry a room, on whichever shard; a list of rooms is asked for once a visit': [
    'hubs find members.userNo',
    'hubs aggregate members.userNo',
    'hubs aggregate -',
    'hubs $unionWith members.userNo',
    'hubs find memberKey',
    'hubs aggregate makerNo',
    'hubs count -',
  ],
  'an owner’s lists, in order: each shard sends its own first page, and the router merges them': [
    'notes find authorNo',
    'notes aggregate authorNo',
    'notes find subjectNo',
    'notes $lookup subjectNo',
    'notes count -',
    'topics find ownerNo',
    'topics aggregate ownerNo',
    'trash $lookup authorNo',
    'trash aggregate authorNo',
    'trash aggregate authorNo,subjectNo',
    'trash find authorNo,subjectNo',
  ],
  'one’s own notes and those that are shared with one, looked through as one list: each shard sends its own best':
    ['notes aggregate -'],
  'where a note is shared, in few rooms': ['shares find live,noteNo', 'shares $lookup live,noteNo'],
  'a comment by its number: to be given its room, which the caller knows, before there are shards': [
    'comments $lookup commentNo',
    'comments find commentNo',
    'comments findAndModify commentNo',
    'comments bulkWrite commentNo',
  ],
  'when something goes: from the inboxes of all whom it concerned': [
    'news find gone,hubNo,noteNo',
    'news delete gone,hubNo,noteNo',
    'news update commentNos,hubNo,noteNo',
    'news update hubNo,noteNo',
    'news update suggestionNo',
  ],
  'a person’s sessions, at sign-in and where they are listed or ended': [
    'sessions find userNo',
    'sessions aggregate userNo',
  ],
  'once for all: an account goes with everything of its person, wherever it stands': [
    'acquaintances delete -',
    'commentReads delete noteNo',
    'comments delete noteNo',
    'comments update mentionedNos',
    'empathies delete noteNo',
    'hubs update -',
    'hubs update makerNo',
    'news delete noteNo',
    'notePictures delete ownerNo',
    'noteReads delete userNo',
    'notes delete authorNo',
    'personBlocks delete -',
    'pictures delete userNo',
    'revisions delete authorNo',
    'topics delete ownerNo',
    'trash delete authorNo',
  ],
  'once a device is told of news: no other session has its address': ['sessions update push.endpoint'],
  'who has blocked somebody': ['personBlocks find blockedNo', 'personBlocks $lookup blockedNo'],
}

/** Unique indexes that do not begin with the key: what is to be done before there are shards. */
export const uniqueOtherwise: Record<string, string> = {
  'hubs uniqueKey': 'to move into a collection of its own, as the one room of two people is found by it',
  'comments commentNo': 'the counter never gives a number twice, so the index need not be unique',
  'comments writerNo,hubNo,noteNo,requestKey': 'to begin with hubNo',
  'notes authorNo,requestKey':
    'to move into a collection of its own: by it a note that is sent twice is known',
  'notePictures ownerNo,requestKey': 'likewise',
}
