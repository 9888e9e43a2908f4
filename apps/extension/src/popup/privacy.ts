import { translatePage } from '../shared/texts.ts';

translatePage();
