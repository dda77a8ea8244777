/** The edition lists and nodes of the DDF, and what people write for editions. */
import { readFacts } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';

export async function ddfNodes() {
  return (await readFacts(FACTS, FACTS)).nodes;
}

/** The distinct lists of the DDF. */
export async function editionLists(): Promise<string[][]> {
  const texts = new Set((await ddfNodes()).flatMap(({ editions }) => (editions ? [editions.join(' ')] : [])));
  return [...texts].map((text) => text.split(' ').filter(Boolean));
}

/** What a target says → the product types it may be, from the table of GetProductInfo, by hand. */
export const SAID: Record<string, number[]> = {
  'Windows 11 Home': [0x65],
  'Windows 10 Home N': [0x62],
  'Windows 10 Home China': [0x63],
  'Windows 11 Home Single Language': [0x64],
  'Windows 11 Pro': [0x30],
  'Windows 11 Professional 24H2': [0x30],
  'Windows 10 Pro N': [0x31],
  'Windows 10 Pro Single Language': [0x8a],
  'Windows 10 Pro China': [0x8b],
  'Windows 11 Pro for Workstations': [0xa1],
  'Windows 11 Pro N for Workstations': [0xa2],
  'Windows 11 Pro Education': [0xa4],
  'Windows 11 Pro Education N': [0xa5],
  'Windows 11 Enterprise, version 23H2 (x64)': [0x4],
  'Windows 11 Entreprise': [0x4],
  'Windows 10 Enterprise N': [0x1b],
  'Windows 10 Enterprise Evaluation': [0x48],
  'Windows 10 Enterprise N Evaluation': [0x54],
  'Windows 10 Enterprise G': [0xab],
  'Windows 10 Enterprise G N': [0xac],
  'Windows 11 Enterprise multi-session': [0xaf],
  'Windows 11 multi session 23H2': [0xaf],
  'Windows 11 Enterprise multisession': [0xaf],
  'Windows 11 AVD': [0xaf],
  'Windows 10 Enterprise for Virtual Desktops': [0xaf],
  'Windows 10 Enterprise LTSC 2021': [0x7d],
  'Windows 10 Enterprise LTSB 2016': [0x7d],
  'Windows 10 Enterprise N LTSC 2021': [0x7e],
  'Windows 10 Enterprise LTSC Evaluation': [0x81],
  'Windows 10 Enterprise LTSC N Evaluation': [0x82],
  'LTSC 2021': [0x7d, 0xbf],
  'Windows 10 IoT Enterprise LTSC 2021': [0xbf],
  'LTSC 2021 IoT': [0xbf],
  'Windows 11 IoT Enterprise': [0xbc],
  'Windows 11 IoT Enterprise LTSC Subscription': [0xcd],
  'Windows 11 IoT Enterprise LTSC Evaluation': [0xcf],
  'Windows 10 IoT': [0xbc, 0xbf],
  'Windows 10 IoT Core': [],
  'Windows 11 Education': [0x79],
  'Windows 11 edu N': [0x7a],
  'Windows 11 SE': [0xcb],
  'Windows 11 SE N': [0xca],
  'Windows 10 Team': [0x77, 0xb4],
  'Surface Hub': [0x77, 0xb4],
  'Windows Holographic': [0x87, 0x88],
  'HoloLens 2': [0x87, 0x88],
  'Windows Holographic for Business': [0x88],
  'Windows 10 Single Language': [0x64, 0x8a],
};
